import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDirectoryContext, createMemoryContext } from '../../index.node.js';
import { makePlace, rejectionOf, run, valueOf } from './testing/places.js';

const KIB = 1024;

describe.each(['memory', 'directory'])('limits of files over %s', (kind) => {
  const given = (files: Record<string, number> = {}) => {
    const { root } = makePlace();
    if (kind === 'memory') {
      const contents = Object.entries(files).map(([name, size]) => [name, new Uint8Array(size)] as const);
      return { context: createMemoryContext({ files: Object.fromEntries(contents) }) };
    }
    for (const [name, size] of Object.entries(files)) writeFileSync(join(root, name), new Uint8Array(size));
    return { context: createDirectoryContext(root) };
  };

  it.each(["read('big')", "readBytes('big')", "copy('big', 'x')"])(
    'refuse workspace.%s of one byte too many',
    async (call) => {
      const options = { ...given({ big: 2 * KIB + 1, fits: 2 * KIB }), limits: { workspaceReadBytes: 2 * KIB } };
      const failed = await run(`await workspace.${call}`, options);
      expect(failed).toMatchObject({ success: false, errorInfo: { code: 'LIMIT', limit: 'workspaceReadBytes' } });
      expect(failed.error).toMatch(/"big".*workspaceReadBytes, 2048 bytes/);
      await valueOf(`await workspace.${call.replace('big', 'fits')}`, options);
      expect(await valueOf('return workspace.list()', options)).not.toContain(call.includes('x') ? '.' : 'x');
    },
  );

  it('count what write, writeBytes and copy write, and stop before too much is written', async () => {
    const code = `await workspace.write('a', 'x'.repeat(400)); await workspace.writeBytes('b', new Uint8Array(300));
      await workspace.copy('b', 'c'); await workspace.write('a', '');
      const error = await workspace.write('new/d', 'é').catch((error) => error);
      await workspace.move('a', 'e'); await workspace.mkdir('f'); await workspace.remove('b');
      return [error.name, error.message, await workspace.list()]`;
    const [name, message, names] = (await valueOf(code, {
      ...given(),
      limits: { workspaceWriteBytes: 1001 },
    })) as string[];
    expect(name).toBe('RangeError');
    // 400 + 300 + 300 are written; é takes two bytes.
    expect(message).toMatch(/workspaceWriteBytes, 1001 bytes; 1000 are written/);
    expect(names).toEqual(['c', 'e', 'f']);
  });

  it('let a limit of 0 write empty files only', async () => {
    const options = { ...given(), limits: { workspaceWriteBytes: 0 } };
    await valueOf(`await workspace.write('a', '')`, options);
    const failed = await run(`await workspace.write('b', 'x')`, options);
    expect(failed).toMatchObject({ success: false, errorInfo: { code: 'LIMIT', limit: 'workspaceWriteBytes' } });
  });

  it('count parallel writes together', async () => {
    const code = `const all = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => workspace.write('f' + index, 'x'.repeat(100))));
      return all.filter(({ status }) => status === 'fulfilled').length`;
    expect(await valueOf(code, { ...given(), limits: { workspaceWriteBytes: 550 } })).toBe(5);
  });

  it('list 10 000 entries and refuse one more', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => [`n${index}`, 0] as const);
    const options = given(Object.fromEntries(names));
    expect(await valueOf('return (await workspace.list()).length', options)).toBe(10_000);
    const failed = await run(`await workspace.write('one-more', ''); await workspace.list()`, options);
    expect(failed).toMatchObject({ success: false, errorInfo: { code: 'LIMIT', limit: 'MAX_WORKSPACE_ENTRIES' } });
    expect(failed.error).toContain('10000');
  });

  it('refuse paths longer than any system takes, and show the start of them', async () => {
    const { message, code } = await rejectionOf(`workspace.read('y'.repeat(1_000_000))`, given());
    expect(code).toBe('ENAMETOOLONG');
    expect(message.length).toBeLessThan(400);
  });
});

describe('files of the disk', () => {
  const given = () => {
    const place = makePlace();
    return { ...place, context: createDirectoryContext(place.root) };
  };

  it('take names of 255 bytes and refuse longer ones, without a trace', async () => {
    const { root, context } = given();
    await valueOf(`await workspace.write('n'.repeat(255), 'x')`, { context });
    for (const call of ['write(name, "")', 'mkdir(name)', 'read(name)', 'copy("n".repeat(255), name)']) {
      const failed = await rejectionOf(`((name) => workspace.${call})('n'.repeat(256))`, { context });
      expect(failed.code).toBe('ENAMETOOLONG');
    }
    expect(readdirSync(root)).toEqual(['n'.repeat(255)]);
  });

  it('go as deep as a path is long', async () => {
    const code = `const path = 'd/'.repeat(1000) + 'f'; await workspace.write(path, 'x'); return workspace.read(path)`;
    expect(await valueOf(code, given())).toBe('x');
  });

  it('are measured before they are read: a sparse file of 1 TiB costs nothing', async () => {
    const { root, context } = given();
    closeSync(openSync(join(root, 'sparse'), 'w'));
    truncateSync(join(root, 'sparse'), 2 ** 40);
    const failed = await run(`await workspace.read('sparse')`, { context });
    expect(failed).toMatchObject({ success: false, errorInfo: { limit: 'workspaceReadBytes' } });
  });

  it('keep their mode when they are replaced; one that nobody may write to stays', async () => {
    const { root, context } = given();
    writeFileSync(join(root, 'tool'), 'old', { mode: 0o750 });
    writeFileSync(join(root, 'fixed'), 'old', { mode: 0o444 });
    await valueOf(`await workspace.write('tool', 'new'); await workspace.copy('tool', 'tool2')`, { context });
    const code = `return [await workspace.write('fixed', 'new').catch((error) => error.code), await workspace.read('tool')]`;
    expect(await valueOf(code, { context })).toEqual(['EACCES', 'new']);
    expect([statSync(join(root, 'tool')).mode & 0o777, statSync(join(root, 'tool2')).mode & 0o777]).toEqual([
      0o750, 0o750,
    ]);
    expect(readFileSync(join(root, 'fixed'), 'utf8')).toBe('old');
  });
});

describe('host mode', () => {
  const limits = { filesystemAccess: 'host' } as const;

  it('takes absolute paths as they are, relative ones from the root, and follows links anywhere', async () => {
    const { base, root, secret } = makePlace();
    const options = { context: createDirectoryContext(root), limits, globals: { base, secret } };
    const code = `await workspace.write('in', 'relative'); await workspace.write(base + '/out/f', 'absolute');
      return [await workspace.read(secret), await workspace.read('../secret.txt'), await workspace.read(base + '/root/in'), await workspace.root()]`;
    expect(await valueOf(code, options)).toEqual(['outside', 'outside', 'relative', root]);
    expect(readFileSync(join(base, 'out/f'), 'utf8')).toBe('absolute');
    symlinkSync(secret, join(root, 'link'));
    expect(await valueOf(`return workspace.read('link')`, options)).toBe('outside');
  });

  it('expands ~ to the home directory', async () => {
    const { root } = makePlace();
    const options = { context: createDirectoryContext(root), limits };
    const shown = (await valueOf(`return [await workspace.list('~'), await workspace.stat('~/')]`, options)) as [
      string[],
      object,
    ];
    expect(shown[0]).toEqual(readdirSync(homedir()).sort());
    expect(shown[1]).toMatchObject({ exists: true, isDirectory: true });
  });

  it('starts where the process is when the context has no workspace', async () => {
    expect(await valueOf('return workspace.root()', { context: {}, limits })).toBe(process.cwd());
  });

  it('never removes a tree, nor a root', async () => {
    const { base, root } = makePlace();
    mkdirSync(join(base, 'tree/inner'), { recursive: true });
    const options = { context: createDirectoryContext(root), limits, globals: { base, root } };
    expect(await rejectionOf(`workspace.remove(base + '/tree')`, options)).toMatchObject({ code: 'ENOTEMPTY' });
    for (const path of [`'/'`, 'root', `'.'`]) {
      expect(await rejectionOf(`workspace.remove(${path})`, options)).toMatchObject({ code: 'EPERM' });
    }
    expect(readdirSync(base).sort()).toEqual(['root', 'secret.txt', 'tree']);
  });

  it('cannot be had by a global of that name, nor by any other value of the switch', async () => {
    const { root, secret } = makePlace();
    const context = createDirectoryContext(root);
    const globals = { filesystemAccess: 'host', secret };
    expect(await rejectionOf('workspace.read(secret)', { context, globals })).toMatchObject({ code: 'ENOENT' });
    for (const filesystemAccess of ['Host', true, ['host'], {}] as unknown as 'host'[]) {
      const options = { context, globals: { secret }, limits: { filesystemAccess } };
      expect(await rejectionOf('workspace.read(secret)', options)).toMatchObject({ code: 'ENOENT' });
    }
  });

  it('does not lead out of a virtual workspace, which is on no disk', async () => {
    const { secret } = makePlace();
    const options = { context: createMemoryContext(), limits, globals: { secret } };
    expect(await rejectionOf('workspace.read(secret)', options)).toMatchObject({ code: 'ENOENT' });
  });
});
