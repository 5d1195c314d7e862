import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, type Outcome, oneNode } from './command.js';

let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

const runText = async (text: string, ...args: string[]): Promise<Outcome> => {
  folder.write('workflow.json', text);
  return folder.run(['run', 'workflow.json', ...args]);
};

/** What every refusal must hold: a place of the user, a code, a next step, no stack, no path of the host. */
const expectRefusal = (outcome: Outcome, code: string, ...parts: string[]): void => {
  expect(outcome.status).toBe(1);
  expect(outcome.stderr).toContain(`[${code}]`);
  expect(outcome.stderr).toMatch(/ {2}next: \S/);
  for (const part of parts) expect(outcome.stderr).toContain(part);
  expect(outcome.stderr).not.toMatch(/\bat .*\(?(file:|node:)|node_modules|\[INTERNAL\]/);
  expect(outcome.stderr).not.toContain(folder.dir);
};

describe('a workflow that cannot run', () => {
  it('does not parse', async () => {
    expectRefusal(
      await runText('{\n  "nodes": [,]\n}'),
      'workflow_syntax',
      'workflow.json:2:13',
      '> 2 |   "nodes": [,]',
    );
  });

  it('is no graph', async () => {
    const outcome = await runText('[]');
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain('[invalid_graph]');
  });

  it('nests without end', async () => {
    const value = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const text = `{ "nodes": [{ "id": "a", "type": "nodetool.constant.Dict", "properties": { "value": ${value} } }], "edges": [] }`;
    expectRefusal(await runText(text), 'workflow_syntax', 'nests too deeply');
  });

  it('has more mistakes than anybody reads', async () => {
    const edge = { source: 'a', sourceHandle: 'output', target: 'o', targetHandle: 'value' };
    const nodes = [
      { id: 'a', type: 'nodetool.code.Code', properties: { code: 'return 1' } },
      { id: 'o', type: 'nodetool.output.Output', properties: { name: 'o' } },
    ];
    const outcome = await runText(JSON.stringify({ nodes, edges: Array.from({ length: 20_001 }, () => edge) }));
    expectRefusal(outcome, 'fan_in', 'more errors. Correct these first.');
    expect(outcome.stderr.match(/^error: /gm)).toHaveLength(20);
  });

  it('names an unknown node', async () => {
    const text = '{ "nodes": [\n  { "id": "work", "type": "nodetool.code.Cod" }\n], "edges": [] }';
    expectRefusal(await runText(text), 'unknown_node', 'node "work"', 'workflow.json:2:27', 'nodetool.code.Code');
  });

  it('has an edge to nowhere', async () => {
    const text =
      '{ "nodes": [{ "id": "a", "type": "nodetool.constant.String" }],\n "edges": [{ "source": "a", "sourceHandle": "output", "target": "b", "targetHandle": "x" }] }';
    expectRefusal(await runText(text), 'dangling_edge', '"b"', 'workflow.json:2:12');
  });

  it('is given a parameter it does not have', async () => {
    const outcome = await runText(oneNode('return 1'), '--param', 'nope=1');
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toContain('[unknown_param]');
    expect(outcome.stderr).toContain('"nope"');
  });

  it('names a file of a package that is not installed', async () => {
    const text =
      '{ "nodes": [{ "id": "p", "type": "nodetool.input.StringInput", "properties": { "value": "npm:no-such-data/a.csv" } }], "edges": [] }';
    expectRefusal(await runText(text), 'file_missing', '"no-such-data" is not installed', 'npm install no-such-data');
  });
});

describe('a body that imports what cannot be had', () => {
  it.each([
    ['an unknown pack', '@acme/unknown-pack', '@acme/unknown-pack'],
    ['a misspelt pack', '@nodetool-ai/sandbox-cvs', '@nodetool-ai/sandbox-csv'],
    ['a part of Node', 'node:fs', 'node:fs'],
  ])('%s', async (_what, specifier, named) => {
    const outcome = await runText(oneNode(`\nimport x from '${specifier}';\nawait output('x', 1);`));
    expectRefusal(outcome, 'code_package_unavailable', 'node "work"', named, 'workflow.json:7:', 'line 2:1 of code');
  });

  it('a pack of this project that is not installed', async () => {
    const bare = makeFolder({ NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' });
    bare.write('workflow.json', oneNode(`import x from '@nodetool-ai/sandbox-xlsx';\nawait output('x', 1);`));
    const outcome = await bare.run(['run', 'workflow.json']);
    bare.remove();
    expectRefusal(outcome, 'code_package_unavailable', 'npm install @nodetool-ai/sandbox-xlsx');
  });
});

describe('a body that fails', () => {
  it('has a syntax error in a file of its own', async () => {
    folder.write('bodies/work.js', 'const a = 1;\nconst b = = 2;\n');
    const text =
      '{ "nodes": [{ "id": "work", "type": "nodetool.code.Code", "properties": { "codeFile": "bodies/work.js" } }], "edges": [] }';
    expectRefusal(
      await runText(text),
      'code_syntax',
      'node "work"',
      'bodies/work.js:2:11',
      '> 2 | const b = = 2;',
      '          ^',
    );
  });

  it('throws', async () => {
    folder.write('bodies/work.js', "console.log('before');\n\nthrow new RangeError('too far');\n");
    const text =
      '{ "nodes": [{ "id": "work", "type": "nodetool.code.Code", "properties": { "codeFile": "bodies/work.js" } }], "edges": [] }';
    const outcome = await runText(text);
    expectRefusal(
      outcome,
      'GUEST',
      'node "work": RangeError: too far',
      'bodies/work.js:3:',
      "> 3 | throw new RangeError('too far');",
    );
    expect(outcome.stderr).toContain('work | before');
  });

  it('throws what would repaint the terminal', async () => {
    const outcome = await runText(oneNode("throw new Error('\\u001b[2J\\u001b]0;owned\\u0007')"));
    expectRefusal(outcome, 'GUEST', '\\x1b[2J');
    expect(outcome.stderr + outcome.stdout).not.toContain('\u001b');
  });

  it('loops for ever', async () => {
    expectRefusal(await runText(oneNode('for (;;) {}', { timeout: 1 })), 'TIMEOUT', 'node "work"', '1000 ms');
  });

  it('fills its memory', async () => {
    const code = 'const all = []; for (;;) all.push(new Uint8Array(1024 * 1024));';
    expectRefusal(await runText(oneNode(code, { memory_mb: 16 })), 'MEMORY', 'node "work"');
  });

  it('returns a promise inside its result', async () => {
    expectRefusal(
      await runText(oneNode('return { a: [Promise.resolve(1)] }')),
      'UNSERIALIZABLE',
      'node "work"',
      'a[0]',
      'await',
    );
  });
});

describe('data that cannot be read', () => {
  const reads = (path: string): string =>
    JSON.stringify({
      nodes: [
        { id: 'early', type: 'nodetool.file.Write', properties: { path: 'early.txt', content: 'kept' } },
        { id: 'read', type: 'nodetool.file.Read', properties: { path } },
        {
          id: 'rows',
          type: 'nodetool.code.Code',
          properties: {
            code: "import { parse } from '@nodetool-ai/sandbox-csv';\nawait output('n', (await parse(inputs.csv)).length);",
          },
        },
        { id: 'late', type: 'nodetool.file.Write', properties: { path: 'late.txt' } },
      ],
      edges: [
        { source: 'read', sourceHandle: 'output', target: 'rows', targetHandle: 'csv' },
        { source: 'rows', sourceHandle: 'n', target: 'late', targetHandle: 'content' },
      ],
    });
  const written = (): string[] => readdirSync(join(folder.dir, 'out'));

  it('a CSV of 500 MB; what was written stays, what depended on it is not there', async () => {
    const handle = openSync(join(folder.dir, 'big.csv'), 'w');
    ftruncateSync(handle, 500_000_000); // A hole: no disk is used, and nothing may read it.
    closeSync(handle);
    expectRefusal(await runText(reads('big.csv')), 'file_too_large', 'node "read"', '"big.csv"', '476.8 MiB');
    expect(written()).toEqual(['early.txt']);
    expect(readFileSync(join(folder.dir, 'out/early.txt'), 'utf8')).toBe('kept');
  });

  it('a binary file', async () => {
    folder.write('binary.csv', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe]));
    expectRefusal(await runText(reads('binary.csv')), 'file_binary', 'node "read"', '"binary.csv"');
    expect(written()).toEqual(['early.txt']);
  });

  it('a CSV whose quotes do not end', async () => {
    folder.write('quotes.csv', 'a,b\n1,"2\n3,4\n');
    const outcome = await runText(reads('quotes.csv'));
    expectRefusal(outcome, 'GUEST', 'node "rows"', 'csv.parse');
    expect(written()).toEqual(['early.txt']);
  });

  it('a file that is not there, and one outside', async () => {
    expectRefusal(await runText(reads('missing.csv')), 'file_missing', 'node "read"');
    expectRefusal(await runText(reads('../outside.csv')), 'file_path', 'node "read"');
    expectRefusal(await runText(reads('/etc/passwd')), 'file_path', 'node "read"');
  });
});
