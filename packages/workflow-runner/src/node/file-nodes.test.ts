import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { graphOf } from '../testing/nodes.js';
import { runWorkflow } from './index.js';

let root = '';
let workflowDir = '';
let outDir = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nodetool-runner-'));
  workflowDir = join(root, 'flow');
  outDir = join(root, 'out');
  await mkdir(workflowDir);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const read = (path: string, properties: Record<string, unknown> = {}, options = {}) =>
  runWorkflow(graphOf({ r: ['nodetool.file.Read', { path, ...properties }] }), { workflowDir, ...options });
const write = (path: string, content: unknown, options = {}) =>
  runWorkflow(graphOf({ w: ['nodetool.file.Write', { path, content }] }), { outDir, ...options });

describe('Read', () => {
  it('reads text and leaves out a byte order mark', async () => {
    await writeFile(join(workflowDir, 'a.csv'), '\ufeffa,b\n1,ü\n');
    expect((await read('a.csv')).outputs['r']).toEqual(['a,b\n1,ü\n']);
  });

  it('joins a character that stands across two pieces', async () => {
    const text = `${'x'.repeat(1024 * 1024 - 1)}ü end`;
    await writeFile(join(workflowDir, 'a.txt'), text);
    const result = await read('a.txt');
    expect(result.outputs['r']?.[0] === text).toBe(true);
    expect(result.messages.some((one) => one.type === 'node_progress' && one.progress > 99)).toBe(true);
  });

  it('reads other encodings when told', async () => {
    await writeFile(join(workflowDir, 'a.txt'), Buffer.from([0x66, 0xfc, 0x72]));
    await writeFile(join(workflowDir, 'b.txt'), Buffer.from('\ufefffür', 'utf16le'));
    expect((await read('a.txt', { encoding: 'windows-1252' })).outputs['r']).toEqual(['für']);
    expect((await read('b.txt', { encoding: 'utf-16le' })).outputs['r']).toEqual(['für']);
    expect((await read('a.txt', { encoding: 'klingon' })).issues[0]?.message).toContain('"klingon"');
  });

  it('refuses what is no text, and says where it stops being one', async () => {
    await writeFile(join(workflowDir, 'zero.csv'), Buffer.from([0x61, 0x2c, 0x00, 0x62]));
    await writeFile(join(workflowDir, 'bad.csv'), Buffer.from([0x61, 0xff, 0xfe, 0x62]));
    await writeFile(join(workflowDir, 'cut.csv'), Buffer.from([0x61, 0xc3]));
    expect((await read('zero.csv')).issues).toMatchObject([
      { code: 'file_binary', node_id: 'r', message: expect.stringContaining('offset 2') },
    ]);
    expect((await read('bad.csv')).issues[0]?.code).toBe('file_binary');
    expect((await read('cut.csv')).issues[0]?.code).toBe('file_binary');
  });

  it('refuses a file of 500 MB before it reads it', async () => {
    await writeFile(join(workflowDir, 'big.csv'), '');
    await truncate(join(workflowDir, 'big.csv'), 500 * 1024 * 1024);
    const [issue] = (await read('big.csv')).issues;
    expect(issue).toMatchObject({ code: 'file_too_large', message: expect.stringContaining('500 MiB') });
    expect(issue?.next).toContain('max_mb');
    expect((await read('big.csv', { max_mb: 300 })).issues[0]).toMatchObject({ code: 'property', property: 'max_mb' });
  });

  it('refuses a missing file, a folder and a pipe', async () => {
    await mkdir(join(workflowDir, 'folder'));
    execFileSync('mkfifo', [join(workflowDir, 'pipe')]);
    expect((await read('none.csv')).issues[0]?.code).toBe('file_missing');
    expect((await read('folder')).issues[0]?.code).toBe('file_kind');
    expect((await read('pipe')).issues[0]?.code).toBe('file_kind');
  });

  it.each([
    '../secret.txt',
    'a/../../secret.txt',
    '/etc/passwd',
    'C:\\x',
    'a\u0000b',
    '',
    'link.txt',
    'way/secret.txt',
  ])('refuses %j', async (path) => {
    await writeFile(join(root, 'secret.txt'), 'secret');
    await symlink(join(root, 'secret.txt'), join(workflowDir, 'link.txt'));
    await symlink(root, join(workflowDir, 'way'));
    const result = await read(path);
    expect(result.status).toBe('failed');
    expect(['file_path', 'property']).toContain(result.issues[0]?.code);
    expect(JSON.stringify(result)).not.toContain(root);
    expect(JSON.stringify(result.outputs)).toBe('{}');
  });

  it('reads a full path below a folder that was allowed, and tells nothing of others', async () => {
    const data = join(root, 'data');
    await mkdir(data);
    await writeFile(join(data, 'a.txt'), 'here');
    expect((await read(join(data, 'a.txt'), {}, { readDirs: [data] })).outputs['r']).toEqual(['here']);
    expect((await read(join(data, 'a.txt'))).issues[0]?.code).toBe('file_path');
    expect((await read(join(root, 'nothing'))).issues[0]?.code).toBe('file_path');
  });
});

describe('Write', () => {
  it('writes text, bytes and data, makes folders and tells what it wrote', async () => {
    const result = await runWorkflow(
      graphOf(
        {
          t: ['nodetool.file.Write', { path: 'a/b/t.txt', content: 'tü' }],
          d: ['nodetool.file.Write', { path: 'd.json', content: JSON.parse('{"__proto__": [1]}') }],
          c: ['nodetool.code.Code', { code: 'await output("bytes", new Uint8Array([1, 0, 255]))' }],
          w: ['nodetool.file.Write', { path: 'bytes.bin' }],
        },
        ['c.bytes -> w.content'],
      ),
      { outDir },
    );
    expect(result.status).toBe('completed');
    expect(await readFile(join(outDir, 'a/b/t.txt'), 'utf8')).toBe('tü');
    expect(JSON.parse(await readFile(join(outDir, 'd.json'), 'utf8'))).toEqual(JSON.parse('{"__proto__": [1]}'));
    expect([...(await readFile(join(outDir, 'bytes.bin')))]).toEqual([1, 0, 255]);
    expect([...result.files].sort((a, b) => a.bytes - b.bytes).slice(0, 2)).toEqual([
      { path: 'a/b/t.txt', bytes: 3, node_id: 't' },
      { path: 'bytes.bin', bytes: 3, node_id: 'w' },
    ]);
  });

  it('replaces the file of an earlier run whole', async () => {
    await write('a.txt', 'a long first text');
    await link(join(outDir, 'a.txt'), join(root, 'kept.txt'));
    await write('a.txt', 'second');
    expect(await readFile(join(outDir, 'a.txt'), 'utf8')).toBe('second');
    // A new file took its place: whoever holds the old one still has all of it.
    expect(await readFile(join(root, 'kept.txt'), 'utf8')).toBe('a long first text');
    expect(await readdir(outDir)).toEqual(['a.txt']);
  });

  it.each([
    '../a.txt',
    '/tmp/nodetool-a.txt',
    'a\\b.txt',
    'x/../../a.txt',
    'c:/a.txt',
    '.',
    'folder/',
    'out-link/a.txt',
    'file-link.txt',
    'plain.txt/a.txt',
    'dir',
  ])('refuses %j', async (path) => {
    await mkdir(join(outDir, 'dir'), { recursive: true });
    await writeFile(join(root, 'target.txt'), 'untouched');
    await writeFile(join(outDir, 'plain.txt'), 'x');
    await symlink(root, join(outDir, 'out-link'));
    await symlink(join(root, 'target.txt'), join(outDir, 'file-link.txt'));
    const before = await readdir(root);
    const result = await write(path, 'text');
    expect(result.status).toBe('failed');
    expect(['file_path', 'file_kind']).toContain(result.issues[0]?.code);
    expect(JSON.stringify(result)).not.toContain(root);
    expect(await readdir(root)).toEqual(before);
    expect(await readFile(join(root, 'target.txt'), 'utf8')).toBe('untouched');
  });

  it('refuses to write one file twice, and keeps the first', async () => {
    const result = await runWorkflow(
      graphOf(
        {
          c: ['nodetool.code.Code', { code: 'for (const n of [1, 2]) await emit("text", "item " + n)' }],
          w: ['nodetool.file.Write', { path: 'a.txt' }],
        },
        ['c.text -> w.content'],
      ),
      { outDir },
    );
    expect(result.issues).toMatchObject([{ code: 'file_written_twice', node_id: 'w' }]);
    expect(await readFile(join(outDir, 'a.txt'), 'utf8')).toBe('item 1');
  });

  it('writes a file per item when each has its own path', async () => {
    const result = await runWorkflow(
      graphOf(
        {
          c: [
            'nodetool.code.Code',
            { code: 'for (const n of [1, 2, 3]) await emit({ path: `part-${n}.txt`, text: "item " + n })' },
          ],
          w: ['nodetool.file.Write'],
        },
        ['c.text -> w.content', 'c.path -> w.path'],
      ),
      { outDir },
    );
    expect(result.status).toBe('completed');
    expect((await readdir(outDir)).sort()).toEqual(['part-1.txt', 'part-2.txt', 'part-3.txt']);
  });

  it('keeps what was written when another node fails, and leaves no half file', async () => {
    const result = await runWorkflow(
      graphOf(
        {
          w: ['nodetool.file.Write', { path: 'good.txt', content: 'good' }],
          bad: ['nodetool.code.Code', { code: 'return inputs.p.length.x.y' }, { dynamic_properties: { p: 'x' } }],
          v: ['nodetool.file.Write', { path: 'bad.txt' }],
        },
        ['w.output -> bad.p', 'bad.output -> v.content'],
      ),
      { outDir },
    );
    expect(result.status).toBe('failed');
    expect(result.node_errors).toMatchObject({ bad: expect.stringContaining('TypeError') });
    expect(await readdir(outDir)).toEqual(['good.txt']);
    expect(result.files).toMatchObject([{ path: 'good.txt', bytes: 4 }]);
  });

  it('needs a folder to write to', async () => {
    expect((await write('a.txt', 'x', { outDir: undefined })).issues[0]?.code).toBe('no_output_folder');
  });

  it.each(['file', 'file/below'])('says that the output folder is at fault when it is %s', async (path) => {
    await writeFile(join(root, 'file'), 'x');
    const [issue] = (await write('a.txt', 'x', { outDir: join(root, path) })).issues;
    expect(issue).toMatchObject({ code: 'file_io', message: expect.stringContaining('the output folder') });
    expect(issue?.next).toContain('--out');
    expect(JSON.stringify(issue)).not.toContain(root);
  });

  // `mkdir` of Node never returns there: the kernel answers ENOENT for a folder whose parent exists.
  it.skipIf(process.platform !== 'linux')('ends where no folder can be made', async () => {
    const [issue] = (await write('a.txt', 'x', { outDir: '/proc/no-such-folder/below' })).issues;
    expect(issue).toMatchObject({ code: 'file_io', message: expect.stringContaining('cannot be made') });
  });
});

describe('a body in a file of its own', () => {
  const graph = graphOf({ c: ['nodetool.code.Code', { codeFile: 'steps/clean.js' }] });

  it('runs it, and names it in errors', async () => {
    await mkdir(join(workflowDir, 'steps'));
    await writeFile(join(workflowDir, 'steps/clean.js'), 'return { n: 6 * 7 };');
    expect((await runWorkflow(graph, { workflowDir })).outputs['c.n']).toEqual([42]);
    await writeFile(join(workflowDir, 'steps/clean.js'), '// first line\n  throw new Error("no");');
    expect((await runWorkflow(graph, { workflowDir })).issues).toMatchObject([
      { node_id: 'c', code: 'GUEST', message: 'no', at: { file: 'steps/clean.js', line: 2 } },
    ]);
    await writeFile(join(workflowDir, 'steps/clean.js'), 'const a = 1;\nconst b = ;');
    expect((await runWorkflow(graph, { workflowDir })).issues).toMatchObject([
      { code: 'code_syntax', at: { file: 'steps/clean.js', line: 2, column: 11 } },
    ]);
  });

  it('says when the file is missing, lies elsewhere, or the body is there twice', async () => {
    expect((await runWorkflow(graph, { workflowDir })).issues).toMatchObject([
      { code: 'code_file', message: expect.stringContaining('There is no file "steps/clean.js"') },
    ]);
    expect(
      (await runWorkflow(graphOf({ c: ['nodetool.code.Code', { codeFile: '../x.js' }] }), { workflowDir })).issues[0]
        ?.code,
    ).toBe('code_file');
    expect(
      (
        await runWorkflow(graphOf({ c: ['nodetool.code.Code', { codeFile: 'x.js', code: 'return 1' }] }), {
          workflowDir,
        })
      ).issues[0]?.code,
    ).toBe('property');
  });
});
