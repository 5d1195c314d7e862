import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KINDS, makePlace, rejectionOf, run, valueOf } from './testing/places.js';

describe.each(Object.entries(KINDS))('workspace over %s', (kind, makeContext) => {
  const isLocal = kind === 'directory' || kind.startsWith('resolve');
  const given = () => {
    const { root } = makePlace();
    return { root, context: makeContext(root) };
  };

  it('writes text, makes its directories and reads it back', async () => {
    const code = `const written = await workspace.write('a/b/c.txt', 'héllo \\u{1F600}');
      return [written, await workspace.read('a/b/c.txt'), [...await workspace.readBytes('a/b/c.txt')]]`;
    // UTF-8 by hand: é is C3 A9, U+1F600 is F0 9F 98 80.
    const bytes = [0x68, 0xc3, 0xa9, 0x6c, 0x6c, 0x6f, 0x20, 0xf0, 0x9f, 0x98, 0x80];
    expect(await valueOf(code, given())).toEqual([null, 'héllo \u{1F600}', bytes]);
  });

  it('keeps a byte order mark and shows invalid UTF-8 as U+FFFD', async () => {
    const code = `await workspace.writeBytes('a', new Uint8Array([0xef, 0xbb, 0xbf, 0x41, 0xff, 0x42]));
      return workspace.read('a')`;
    expect(await valueOf(code, given())).toBe('\ufeffA\ufffdB');
  });

  it('writes the bytes of any view and of a buffer, and only its window', async () => {
    const code = `const out = [];
      for (const data of [new Uint8Array([0, 1, 2, 3, 4]).subarray(1, 3), new Uint16Array([0x0201]), new Uint8Array([9]).buffer]) {
        await workspace.writeBytes('a', data);
        out.push([...await workspace.readBytes('a')]);
      }
      return out`;
    expect(await valueOf(code, given())).toEqual([[1, 2], [1, 2], [9]]);
  });

  it('starts a write with the bytes as they are at the call', async () => {
    const code = `const data = new Uint8Array([1]);
      const done = workspace.writeBytes('a', data);
      data[0] = 2;
      await done;
      return [...await workspace.readBytes('a')]`;
    expect(await valueOf(code, given())).toEqual([1]);
  });

  it('replaces a file as a whole', async () => {
    const code = `await workspace.write('a', 'a long text'); await workspace.write('a', 'short'); return workspace.read('a')`;
    expect(await valueOf(code, given())).toBe('short');
  });

  it('lists names, sorted, of one directory and of the root by default', async () => {
    const code = `for (const path of ['b', 'a/2', 'a/10', 'C', 'a/x/y']) await workspace.write(path, '');
      return [await workspace.list(), await workspace.list('.'), await workspace.list('a'), await workspace.list('/workspace/a/')]`;
    expect(await valueOf(code, given())).toEqual([
      ['C', 'a', 'b'],
      ['C', 'a', 'b'],
      ['10', '2', 'x'],
      ['10', '2', 'x'],
    ]);
  });

  it('tells of files, directories, the root and of what is missing', async () => {
    const code = `await workspace.write('a/b', '12345');
      return [await workspace.stat('a/b'), await workspace.stat('a'), await workspace.stat('.'),
        await workspace.stat('a/c'), await workspace.stat('a/b/c')]`;
    const nothing = {
      exists: false,
      size: 0,
      isDirectory: false,
      isFile: false,
      isSymlink: false,
      modifiedMs: 0,
      createdMs: 0,
      accessedMs: 0,
    };
    const [file, directory, root, missing, below] = (await valueOf(code, given())) as Record<string, unknown>[];
    expect(file).toMatchObject({ exists: true, size: 5, isFile: true, isDirectory: false, isSymlink: false });
    expect(file?.['modifiedMs']).toBeGreaterThan(0);
    expect(directory).toMatchObject({ exists: true, isFile: false, isDirectory: true, isSymlink: false });
    expect(root).toMatchObject({ exists: true, isFile: false, isDirectory: true });
    expect(missing).toEqual(nothing);
    expect(below).toEqual(nothing);
  });

  it('copies a file over another and into directories that are not there yet', async () => {
    const code = `await workspace.write('a', 'one'); await workspace.write('b', 'two');
      const answer = [await workspace.copy('a', 'b'), await workspace.copy('a', 'x/y/z'), await workspace.copy('a', 'a')];
      return [...answer, await workspace.read('a'), await workspace.read('b'), await workspace.read('x/y/z')]`;
    expect(await valueOf(code, given())).toEqual([null, null, null, 'one', 'one', 'one']);
  });

  it('moves a file over another, and a directory with what is in it', async () => {
    const code = `await workspace.write('a', 'one'); await workspace.write('b', 'two'); await workspace.write('d/e/f', 'three');
      await workspace.move('a', 'b'); await workspace.move('d', 'x/d2'); await workspace.move('b', 'b');
      return [await workspace.list(), await workspace.read('b'), await workspace.read('x/d2/e/f')]`;
    expect(await valueOf(code, given())).toEqual([['b', 'x'], 'one', 'three']);
  });

  it('makes directories with their parents, again without complaint', async () => {
    const code = `await workspace.mkdir('a/b/c'); await workspace.mkdir('a/b'); await workspace.mkdir('a/b/c'); await workspace.mkdir('.');
      return [await workspace.list('a'), await workspace.list('a/b/c')]`;
    expect(await valueOf(code, given())).toEqual([['b'], []]);
  });

  it('removes a file and an empty directory', async () => {
    const code = `await workspace.write('a', ''); await workspace.mkdir('d');
      await workspace.remove('a'); await workspace.remove('d');
      return workspace.list()`;
    expect(await valueOf(code, given())).toEqual([]);
  });

  it.each([
    ["workspace.read('gone')", 'ENOENT'],
    ["workspace.readBytes('no/file')", 'ENOENT'],
    ["workspace.list('gone')", 'ENOENT'],
    ["workspace.copy('gone', 'x')", 'ENOENT'],
    ["workspace.move('gone', 'x')", 'ENOENT'],
    ["workspace.remove('gone')", 'ENOENT'],
    ["workspace.read('dir')", 'EISDIR'],
    ["workspace.write('dir', '')", 'EISDIR'],
    ["workspace.write('.', '')", 'EISDIR'],
    ["workspace.copy('dir', 'x')", 'EISDIR'],
    ["workspace.copy('file', 'dir')", 'EISDIR'],
    ["workspace.move('file', 'dir')", 'EISDIR'],
    ["workspace.list('file')", 'ENOTDIR'],
    ["workspace.write('file/x', '')", 'ENOTDIR'],
    ["workspace.mkdir('file/x')", 'ENOTDIR'],
    ["workspace.mkdir('file')", 'EEXIST'],
    ["workspace.remove('dir')", 'ENOTEMPTY'],
    ["workspace.move('dir', 'dir/inside')", 'EINVAL'],
    ["workspace.remove('.')", 'EPERM'],
    ["workspace.remove('/workspace')", 'EPERM'],
    ["workspace.move('.', 'x')", 'EPERM'],
    ["workspace.move('file', '/')", 'EPERM'],
  ])('rejects %s with %s and changes nothing', async (call, code) => {
    const { root, context } = given();
    await valueOf(`await workspace.write('dir/in', '1'); await workspace.write('file', '2')`, { context });
    const error = await rejectionOf(call, { context });
    expect(error.code).toBe(code);
    expect(error.message).toContain(call.slice(0, call.indexOf('(')));
    expect(error.message).not.toContain(root);
    const after = `return [await workspace.list(), await workspace.read('dir/in'), await workspace.read('file')]`;
    expect(await valueOf(after, { context })).toEqual([['dir', 'file'], '1', '2']);
  });

  it.each([
    "workspace.read('../secret.txt')",
    "workspace.write('../secret.txt', 'x')",
    "workspace.readBytes('a/../../secret.txt')",
    "workspace.writeBytes('/../secret.txt', new Uint8Array(1))",
    "workspace.list('..')",
    "workspace.stat('../secret.txt')",
    "workspace.copy('../secret.txt', 'a')",
    "workspace.copy('in', '../out')",
    "workspace.move('in', '../out')",
    "workspace.move('../secret.txt', 'a')",
    "workspace.mkdir('../d')",
    "workspace.remove('../secret.txt')",
  ])('refuses %s, which climbs out', async (call) => {
    const { root, context } = given();
    await valueOf(`await workspace.write('in', '')`, { context });
    const error = await rejectionOf(call, { context });
    expect(error.message).toContain('outside the workspace');
    expect(error.message).not.toContain(root);
    expect(error.code).toBe('EACCES');
  });

  it('takes an absolute path for one below the root', async () => {
    const code = `await workspace.write('/etc/passwd', 'mine'); return [await workspace.read('etc/passwd'), await workspace.list()]`;
    expect(await valueOf(code, given())).toEqual(['mine', ['etc']]);
  });

  it('says where its root is, and takes paths that start with it', async () => {
    const { root, context } = given();
    const code = `const root = await workspace.root(); await workspace.write(root + '/a', 'x'); return [root, await workspace.list()]`;
    expect(await valueOf(code, { context })).toEqual([isLocal ? root : '/workspace', ['a']]);
  });

  it('takes names with spaces, line breaks, quotes and characters beyond the first plane', async () => {
    const names = [
      ' ',
      'a b',
      'a\nb',
      'it\'s "so"',
      'a\\b',
      '$(x)',
      '-rf',
      '\u{1F600}',
      'ü',
      '__proto__',
      'constructor',
    ];
    const code = `for (const name of names) await workspace.write('d/' + name, name);
      const back = []; for (const name of names) back.push(await workspace.read('d/' + name));
      return [await workspace.list('d'), back]`;
    expect(await valueOf(code, { ...given(), globals: { names } })).toEqual([[...names].sort(), names]);
  });

  it.each([
    "workspace.read('')",
    "workspace.read('a\\0b')",
    'workspace.read()',
    'workspace.read(5)',
    "workspace.read({ toString: () => 'a' })",
    "workspace.write('a\\ud800', '')",
    "workspace.copy('a')",
    "workspace.copy('a', 'b\\0')",
    "workspace.move(null, 'b')",
    "workspace.write('a')",
    "workspace.write('a', new Uint8Array(1))",
    "workspace.writeBytes('a', 'text')",
    "workspace.writeBytes('a', [1, 2])",
    "workspace.writeBytes('a', { length: 1 })",
    'workspace.list(null)',
  ])('rejects %s with a TypeError, never at once', async (call) => {
    const { name, message } = await rejectionOf(call, given());
    expect(name).toBe('TypeError');
    expect(message).toMatch(/^workspace\.\w+: (path|src|dest|content|data) must be/);
  });

  it('works on several calls at a time, each whole', async () => {
    const code = `const names = Array.from({ length: 100 }, (_, index) => 'f' + index);
      await Promise.all(names.map((name) => workspace.write('d/' + name, name.repeat(1000))));
      const texts = await Promise.all(names.map((name) => workspace.read('d/' + name)));
      return texts.every((text, index) => text === names[index].repeat(1000)) && (await workspace.list('d')).length`;
    expect(await valueOf(code, given())).toBe(100);
  });

  it('gives the same in a worker', async () => {
    const code = `await workspace.write('a/b', 'x'); await workspace.copy('a/b', 'c'); await workspace.move('c', 'd');
      const error = await workspace.read('gone').catch((error) => error);
      return [await workspace.list(), await workspace.read('d'), await workspace.readBytes('d'), error instanceof Error, error.code]`;
    const bytes = new Uint8Array([0x78]);
    expect(await valueOf(code, { ...given(), execution: 'worker' })).toEqual([['a', 'd'], 'x', bytes, true, 'ENOENT']);
  });
});

describe('the workspace object', () => {
  const MEMBERS = 'read write list readBytes writeBytes stat root copy move mkdir remove'.split(' ');

  it('is frozen with its members, which are no constructors', async () => {
    const code = `const frozen = [workspace, ...Object.values(workspace)].every((one) => Object.isFrozen(one));
      const constructed = Object.values(workspace).filter((member) => { try { new member('a'); return true; } catch { return false; } });
      return [Object.keys(workspace), frozen, constructed.length]`;
    expect(await valueOf(code, {})).toEqual([MEMBERS, true, 0]);
  });

  it.each(MEMBERS)('rejects %s without a context, and without a workspace', async (member) => {
    const call = `workspace.${member}('a', ${member === 'writeBytes' ? 'new Uint8Array()' : "'b'"})`;
    const { message } = await rejectionOf(call, {});
    expect(message).toContain(`workspace.${member} is not available without a context`);
    expect((await rejectionOf(call, { context: {} })).message).toContain('no workspace');
    expect((await rejectionOf(call, { context: { workspace: null } })).message).toContain('no workspace');
  });

  it('works although a program replaced what it is made of', async () => {
    const code = `String.prototype.indexOf = Array.prototype.map = Promise.prototype.then = () => { throw new Error('mine') };
      Object.defineProperty(Array.prototype, '0', { set() { throw new Error('mine') } });
      const pending = workspace.write('a', 'x');
      return await pending`;
    const { context } = { context: KINDS['memory']?.('') as object };
    expect((await run(code, { context })).success).toBe(true);
    expect(await valueOf(`return workspace.read('a')`, { context })).toBe('x');
  });
});

describe('a workspace that is not there yet', () => {
  it('is made by the first write and empty until then', async () => {
    const { root } = makePlace();
    const context = { resolveWorkspacePath: (path: string) => join(root, 'job/1', path) };
    const code = `const before = [await workspace.stat('a'), await workspace.list().catch((error) => error.code)];
      await workspace.write('a', 'x');
      return [before[0].exists, before[1], await workspace.list()]`;
    expect(await valueOf(code, { context })).toEqual([false, 'ENOENT', ['a']]);
  });
});

describe('errors of a host’s own workspace', () => {
  const failing = (error: unknown) => ({
    workspace: {
      ...(KINDS['virtual']?.('').workspace as NonNullable<
        ReturnType<NonNullable<(typeof KINDS)[string]>>['workspace']
      >),
      read: async () => {
        throw error;
      },
      stat: async () => ({ path: 'a', size: 1, modifiedAt: 0, isDirectory: false }),
    },
  });

  it('reach the program without paths of the host', async () => {
    const told = Object.assign(new Error("EACCES: permission denied, open '/srv/tenants/7/a'"), { code: 'EACCES' });
    const { message, code } = await rejectionOf(`workspace.read('a')`, { context: failing(told) });
    expect(message).toBe('workspace.read "a": permission denied (EACCES)');
    expect(code).toBe('EACCES');
    const untold = new Error('bucket /srv/tenants/7 is asleep');
    const second = await rejectionOf(`workspace.read('a')`, { context: failing(untold) });
    expect(second.message).toBe('workspace.read "a": bucket a host file is asleep');
  });

  it('keep no path of the host, whatever their class is', async () => {
    for (const Class of [TypeError, RangeError, Error]) {
      const { message } = await rejectionOf(`workspace.read('a')`, { context: failing(new Class('no /srv/x/y')) });
      expect(message).toBe('workspace.read "a": no a host file');
    }
  });

  it('may be anything', async () => {
    for (const thrown of [undefined, null, 'text', { code: 5 }, new Error('')]) {
      const { message } = await rejectionOf(`workspace.read('a')`, { context: failing(thrown) });
      expect(message).toBe('workspace.read "a": it failed');
    }
  });
});
