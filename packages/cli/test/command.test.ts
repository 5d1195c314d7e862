import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { processingMessageSchema } from '@nodetool-ai/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, oneNode } from './command.js';

let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

const twice = JSON.stringify({
  nodes: [
    { id: 'n', type: 'nodetool.input.IntegerInput', properties: { name: 'n', value: 20 } },
    {
      id: 'double',
      type: 'nodetool.code.Code',
      properties: { code: "console.log('at work');\nawait output('twice', inputs.n * 2);" },
    },
    { id: 'answer', type: 'nodetool.output.Output', properties: { name: 'answer' } },
    { id: 'save', type: 'nodetool.file.Write', properties: { path: 'deep/answer.json' } },
  ],
  edges: [
    { source: 'n', sourceHandle: 'output', target: 'double', targetHandle: 'n' },
    { source: 'double', sourceHandle: 'twice', target: 'answer', targetHandle: 'value' },
    { source: 'double', sourceHandle: 'twice', target: 'save', targetHandle: 'content' },
  ],
});

describe('nodetool run', () => {
  it('prints values and files on stdout, progress and logs on stderr', async () => {
    folder.write('twice.json', twice);
    const { status, stdout, stderr } = await folder.run(['run', 'twice.json', '--param', 'n=21']);
    expect(status).toBe(0);
    expect(stdout).toContain('answer: 42\n');
    expect(stdout).toContain('1 file written:\n  out/deep/answer.json (3 B)\n');
    expect(stderr).toContain('log    double | at work\n');
    expect(stderr).toContain('done   double');
    expect(existsSync(join(folder.dir, 'out/deep/answer.json'))).toBe(true);
  });

  it('with --jsonl prints messages of the protocol and nothing else', async () => {
    folder.write('twice.json', twice);
    const { status, stdout, stderr } = await folder.run(['run', 'twice.json', '--jsonl', '--out', 'elsewhere']);
    expect(status).toBe(0);
    expect(stderr).toBe('');
    const messages = stdout
      .trimEnd()
      .split('\n')
      .map((line) => processingMessageSchema.parse(JSON.parse(line)));
    expect(messages.map((message) => message.seq)).toEqual(messages.map((_, at) => at + 1));
    expect(messages[0]).toMatchObject({ type: 'job_update', status: 'running' });
    expect(messages.at(-1)).toMatchObject({ type: 'job_update', status: 'completed' });
    expect(messages).toContainEqual(expect.objectContaining({ type: 'save_update', value: 'deep/answer.json' }));
    expect(existsSync(join(folder.dir, 'elsewhere/deep/answer.json'))).toBe(true);
  });

  it('with --jsonl tells also of a file that does not parse', async () => {
    folder.write('broken.json', '{');
    const { status, stdout } = await folder.run(['run', 'broken.json', '--jsonl']);
    expect(status).toBe(1);
    expect(processingMessageSchema.parse(JSON.parse(stdout))).toMatchObject({
      type: 'job_update',
      status: 'failed',
      error_code: 'workflow_syntax',
      validation_issues: [{ at: { file: 'broken.json', line: 1 } }],
    });
  });

  it('is cancelled by Ctrl-C: status 130, no half file', async () => {
    folder.write('endless.json', oneNode("console.log('started'); for (;;) await sleep(100);", { timeout: 0 }));
    let pressed = false;
    const { status, stdout } = await folder.run(['run', 'endless.json', '--out', 'stopped'], (child, seen) => {
      if (!pressed && seen().includes('started')) pressed = child.kill('SIGINT');
    });
    expect(status).toBe(130);
    expect(stdout).toContain('Cancelled');
    expect(existsSync(join(folder.dir, 'stopped')) ? readdirSync(join(folder.dir, 'stopped')) : []).toEqual([]);
  });

  it('is cancelled by Ctrl-C also when the guest never looks up', async () => {
    folder.write('busy.json', oneNode("console.log('started'); await sleep(1); for (;;) {}", { timeout: 0 }));
    let pressed = false;
    const { status } = await folder.run(['run', 'busy.json'], (child, seen) => {
      if (!pressed && seen().includes('started')) pressed = child.kill('SIGINT');
    });
    expect(status).toBe(130);
  });

  it('stops the whole run after --timeout', async () => {
    folder.write('slow.json', oneNode('for (;;) await sleep(100);', { timeout: 0 }));
    const { status, stderr } = await folder.run(['run', 'slow.json', '--timeout', '1']);
    expect(status).toBe(1);
    expect(stderr).toContain('[run_timeout]');
  });
});

describe('usage', () => {
  it.each([
    [['run']],
    [['run', 'no-such-file.json']],
    [['run', '.']],
    [['run', 'w.json', '--nope']],
    [['run', 'w.json', '--param', 'x']],
    [['run', 'w.json', '--timeout', 'soon']],
    [['nope']],
    [['code', 'run']],
    [['code', 'run', 'no-such-file.js']],
    [['code', 'run', 'b.js', '--inputs', '[1]']],
    [['packs', 'nope']],
    [['run', 'w.json', '--out', '']],
    [['run', 'w.json', '--out', 'b.js']],
    [['run', 'w.json', '--out', 'b.js/below']],
  ])('%j ends with status 2 and says what to do on stderr', async (args) => {
    folder.write('w.json', '{"nodes":[],"edges":[]}');
    folder.write('b.js', 'return 1');
    const { status, stdout, stderr } = await folder.run(args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: .+ \[USAGE\]\n {2}next: \S/);
    expect(stderr).not.toContain(folder.dir);
  });

  it('prints help and version on stdout with status 0', async () => {
    const help = await folder.run(['--help']);
    expect(help.status).toBe(0);
    for (const word of ['run', 'code', 'packs']) expect(help.stdout).toContain(word);
    expect(await folder.run(['help'])).toEqual(help);
    const version = await folder.run(['--version']);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('nodetool code run', () => {
  it('prints what a body emits and outputs, in order', async () => {
    folder.write(
      'body.js',
      "console.log('hi');\nawait emit('x', 1);\nawait emit('x', [2]);\nawait output('y', inputs.name);\n",
    );
    const { status, stdout, stderr } = await folder.run(['code', 'run', 'body.js', '--inputs', '{"name":"ada"}']);
    expect(status).toBe(0);
    expect(stdout).toBe('x: 1\nx: [2]\ny: "ada"\n');
    expect(stderr).toBe('hi\n');
  });

  it('prints one document with --json', async () => {
    folder.write('body.js', 'return { sum: inputs.list.reduce((a, b) => a + b, 0) };\n');
    const { status, stdout } = await folder.run(['code', 'run', 'body.js', '--inputs', '{"list":[1,2,3]}', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      status: 'completed',
      outputs: { sum: [6] },
      logs: [],
      issues: [],
    });
  });

  it.each([
    ["await output('y', 1);", { y: [1] }],
    ["await emit('y', 1);\nawait emit('y', 2);", { y: [1, 2] }],
    ['return 1;', { output: [1] }],
    ["await output('output', 1);\nawait output('y', 2);", { output: [1], y: [2] }],
    ['await output(inputs.name, 1);', { z: [1] }],
  ])('names outputs as the body does: %j', async (code, outputs) => {
    folder.write('names.js', code);
    const { stdout } = await folder.run(['code', 'run', 'names.js', '--inputs', '{"name":"z"}', '--json']);
    expect(JSON.parse(stdout).outputs).toEqual(outputs);
  });

  it('speaks of its own options, not of properties of a node', async () => {
    folder.write('loop.js', 'while (true);');
    folder.write('empty.js', '');
    expect((await folder.run(['code', 'run', 'loop.js', '--timeout', '0.2'])).stderr).toMatch(/next: .*--timeout/);
    expect((await folder.run(['code', 'run', 'empty.js'])).stderr).toContain('next: Write a body into the file.');
  });

  it('shows the line that failed', async () => {
    folder.write('body.js', 'let n = 0;\nn.x.y;\n');
    const { status, stderr } = await folder.run(['code', 'run', 'body.js']);
    expect(status).toBe(1);
    expect(stderr).toContain('at body.js:2:');
    expect(stderr).toContain('> 2 | n.x.y;');
  });
});

describe('nodetool packs', () => {
  it('lists what can be imported, and the second compile finds all in the cache', { timeout: 120_000 }, async () => {
    const first = await folder.run(['packs', 'compile', '--json']);
    expect(first.status).toBe(0);
    const second = JSON.parse((await folder.run(['packs', 'compile', '--json'])).stdout) as {
      compiled: { specifier: string; cached: boolean }[];
    };
    expect(second.compiled.map((module) => module.specifier)).toEqual(
      expect.arrayContaining(['@nodetool-ai/sandbox-markdown', '@nodetool-ai/sandbox-yaml']),
    );
    expect(second.compiled.every((module) => module.cached)).toBe(true);
    const list = JSON.parse((await folder.run(['packs', 'list', '--json'])).stdout) as {
      modules: { specifier: string; state: string }[];
    };
    const ready = list.modules.filter((module) => module.state === 'ready').map((module) => module.specifier);
    expect(ready).toEqual(
      expect.arrayContaining(['csv', 'html', 'markdown', 'yaml'].map((name) => `@nodetool-ai/sandbox-${name}`)),
    );
    const table = await folder.run(['packs', 'list']);
    expect(table.stdout).toMatch(/^specifier +kind +library/);
  });
});
