import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDirectoryContext } from '../../index.node.js';
import { hasDescriptorPaths } from './held-directory.node.js';
import type { FileGuard, FilePlace } from './local-files.js';
import { createLocalFiles } from './local-files.node.js';
import { makePlace, rejectionOf, run, valueOf } from './testing/places.js';

const MIB = 1024 * 1024;
const guard: FileGuard = { check: () => undefined, charge: () => undefined };
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);

// Windows lets only some users make links, and has no FIFOs.
describe.skipIf(process.platform === 'win32')('links out of the workspace', () => {
  const attacked = () => {
    const place = makePlace();
    writeFileSync(join(place.root, 'in.txt'), 'inside');
    mkdirSync(join(place.base, 'outside'));
    writeFileSync(join(place.base, 'outside', 'f'), 'outside');
    symlinkSync(place.secret, join(place.root, 'file'));
    symlinkSync('../outside', join(place.root, 'dir'));
    symlinkSync('..', join(place.root, 'up'));
    symlinkSync('../new.txt', join(place.root, 'dangling'));
    symlinkSync('file', join(place.root, 'chain'));
    symlinkSync('/', join(place.root, 'slash'));
    return { ...place, context: createDirectoryContext(place.root) };
  };

  it.each([
    "read('file')",
    "readBytes('file')",
    "read('dir/f')",
    "read('chain')",
    "read('up/secret.txt')",
    "read('slash/etc/hostname')",
    "read('dir/../in.txt/../dir/f')",
    "write('file', 'changed')",
    "write('dir/f', 'changed')",
    "write('dir/new', 'changed')",
    "write('dangling', 'changed')",
    "write('chain', 'changed')",
    "writeBytes('up/secret.txt', new Uint8Array(1))",
    "list('dir')",
    "list('up')",
    "list('slash')",
    "stat('file')",
    "stat('dir')",
    "stat('dir/f')",
    "stat('dangling')",
    "stat('chain')",
    "copy('file', 'stolen')",
    "copy('dir/f', 'stolen')",
    "copy('in.txt', 'file')",
    "copy('in.txt', 'dir/f')",
    "copy('in.txt', 'dangling')",
    "move('file', 'stolen')",
    "move('dir', 'stolen')",
    "move('dir/f', 'stolen')",
    "move('in.txt', 'file')",
    "move('in.txt', 'dir/f')",
    "move('in.txt', 'dir/new')",
    "mkdir('dir/new')",
    "mkdir('dangling')",
    "mkdir('up/new')",
    "remove('file')",
    "remove('dir')",
    "remove('dir/f')",
    "remove('up/secret.txt')",
  ])('are refused by workspace.%s, which changes nothing', async (call) => {
    const { base, root, secret, context } = attacked();
    const { message } = await rejectionOf(`workspace.${call}`, { context });
    expect(message).toContain('outside the workspace');
    expect(message).not.toContain(base);
    expect(readFileSync(secret, 'utf8')).toBe('outside');
    expect(readFileSync(join(base, 'outside', 'f'), 'utf8')).toBe('outside');
    expect(readdirSync(base).sort()).toEqual(['outside', 'root', 'secret.txt']);
    expect(readdirSync(join(base, 'outside'))).toEqual(['f']);
    expect(readdirSync(root).sort()).toEqual(['chain', 'dangling', 'dir', 'file', 'in.txt', 'slash', 'up']);
  });

  it('are named by the path that was passed', async () => {
    const { context } = attacked();
    const text = (message: string) => `${message} leads outside the workspace. Name a file below its root`;
    for (const [call, shown] of [
      ["read('dir/f')", '"dir/f"'],
      ["copy('in.txt', 'file')", '"in.txt" or "file"'],
      ["copy('in.txt', '../x')", '"../x"'],
    ] as const) {
      expect((await rejectionOf(`workspace.${call}`, { context })).message).toBe(text(shown));
    }
  });

  it('are refused in a worker as well', async () => {
    const { context } = attacked();
    for (const call of ["read('file')", "write('dir/f', '')", "stat('up')"]) {
      const { message } = await rejectionOf(`workspace.${call}`, { context, execution: 'worker' });
      expect(message).toContain('outside the workspace');
    }
  });
});

describe.skipIf(process.platform === 'win32').each([
  ['paths of descriptors', true],
  ['compared paths', false],
] as const)('links, with %s', (_, descriptors) => {
  // Only Linux has paths of descriptors.
  if (descriptors && !hasDescriptorPaths) return;
  const files = createLocalFiles({ descriptors });
  const given = () => {
    const made = makePlace();
    return { ...made, at: (key: string): FilePlace => ({ root: made.root, key, isContained: true }) };
  };

  it('inside the workspace are followed, relative, absolute, one after another, over ..', async () => {
    const { root, at } = given();
    mkdirSync(join(root, 'a/b'), { recursive: true });
    writeFileSync(join(root, 'a/b/f'), 'found');
    symlinkSync('b/f', join(root, 'a/relative'));
    symlinkSync(join(root, 'a/b/f'), join(root, 'absolute'));
    symlinkSync('../../a/b/../relative', join(root, 'a/b/over'));
    symlinkSync('absolute', join(root, 'chain'));
    symlinkSync(join(root, 'a'), join(root, 'dir'));
    symlinkSync('.', join(root, 'self'));
    for (const key of ['a/relative', 'absolute', 'a/b/over', 'chain', 'dir/b/f', 'self/self/dir/b/over']) {
      expect(text(await files.read(at(key), MIB, guard))).toBe('found');
    }
    expect(await files.list(at('dir'), 10)).toEqual(expect.arrayContaining(['b', 'relative']));
    expect(await files.list(at('self'), 10)).toContain('chain');
    expect(await files.stat(at('absolute'))).toMatchObject({ isSymlink: true, isFile: false, isDirectory: false });
  });

  it('that name a root whose own path has links are inside', async () => {
    const { base, root } = given();
    symlinkSync('root', join(base, 'alias'));
    writeFileSync(join(root, 'f'), 'found');
    symlinkSync(join(base, 'alias', 'f'), join(root, 'by-alias'));
    symlinkSync(join(root, 'f'), join(root, 'by-real-path'));
    for (const key of ['by-alias', 'by-real-path']) {
      const place = { root: join(base, 'alias'), key, isContained: true };
      expect(text(await files.read(place, MIB, guard))).toBe('found');
    }
  });

  it('to a neighbour whose path begins like the root are outside', async () => {
    const { base, root, at } = given();
    mkdirSync(join(base, 'root-2'));
    writeFileSync(join(base, 'root-2', 'f'), 'outside');
    symlinkSync(join(base, 'root-2', 'f'), join(root, 'link'));
    symlinkSync(`${root}/../root-2/f`, join(root, 'through'));
    for (const key of ['link', 'through']) {
      await expect(files.read(at(key), MIB, guard)).rejects.toMatchObject({ refusal: 'outside' });
    }
  });

  it('are written through, and removed and moved as links', async () => {
    const { root, at } = given();
    writeFileSync(join(root, 'f'), 'old');
    symlinkSync('f', join(root, 'link'));
    symlinkSync('not-yet', join(root, 'dangling'));
    await files.write(at('link'), bytes('new'), guard);
    await files.write(at('dangling'), bytes('made'), guard);
    expect(readFileSync(join(root, 'f'), 'utf8')).toBe('new');
    expect(readFileSync(join(root, 'not-yet'), 'utf8')).toBe('made');
    await files.move(at('link'), at('moved'), guard);
    expect(lstatSync(join(root, 'moved')).isSymbolicLink()).toBe(true);
    await files.remove(at('moved'), guard);
    expect(readdirSync(root).sort()).toEqual(['dangling', 'f', 'not-yet']);
  });

  it('in a circle, or more than 40, end with ELOOP; as themselves they can be told of and removed', async () => {
    const { root, at } = given();
    symlinkSync('b', join(root, 'a'));
    symlinkSync('a', join(root, 'b'));
    writeFileSync(join(root, 'l0'), 'end');
    for (let index = 1; index <= 41; index++) symlinkSync(`l${index - 1}`, join(root, `l${index}`));
    await expect(files.read(at('a'), MIB, guard)).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(files.write(at('a/x'), bytes(''), guard)).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(files.read(at('l41'), MIB, guard)).rejects.toMatchObject({ code: 'ELOOP' });
    expect(text(await files.read(at('l40'), MIB, guard))).toBe('end');
    expect(await files.stat(at('a'))).toMatchObject({ isSymlink: true });
    await files.remove(at('a'), guard);
    expect(existsSync(join(root, 'a'))).toBe(false);
  });

  it('hard links of a file outside are cut by a write, not followed', async () => {
    const { root, secret, at } = given();
    linkSync(secret, join(root, 'hard'));
    await files.write(at('hard'), bytes('mine'), guard);
    expect(readFileSync(secret, 'utf8')).toBe('outside');
  });

  it('devices, sockets and FIFOs are refused by name and through a link, without opening them', async () => {
    const { root, at } = given();
    execFileSync('mkfifo', [join(root, 'fifo')]);
    symlinkSync('fifo', join(root, 'to-fifo'));
    writeFileSync(join(root, 'f'), '');
    const server = createServer().listen(join(root, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    const refused = { refusal: 'special' };
    for (const key of ['fifo', 'to-fifo', 'socket']) {
      await expect(files.read(at(key), MIB, guard)).rejects.toMatchObject(refused);
      await expect(files.write(at(key), bytes(''), guard)).rejects.toMatchObject(refused);
      await expect(files.copy(at(key), at('x'), MIB, guard)).rejects.toMatchObject(refused);
      await expect(files.copy(at('f'), at(key), MIB, guard)).rejects.toMatchObject(refused);
    }
    await expect(files.move(at('fifo'), at('x'), guard)).rejects.toMatchObject(refused);
    await expect(files.remove(at('socket'), guard)).rejects.toMatchObject(refused);
    await new Promise((resolve) => server.close(resolve));
    // A device that never ends, in host mode, where a link to it may be followed.
    const zero = { root: '/', key: 'dev/zero', isContained: false };
    await expect(files.read(zero, MIB, guard)).rejects.toMatchObject(refused);
    symlinkSync('/dev/zero', join(root, 'zero'));
    await expect(files.read(at('zero'), MIB, guard)).rejects.toMatchObject({ refusal: 'outside' });
    const byHost = files.hostPlace(join(root, 'zero'), undefined);
    await expect(files.read(byHost, MIB, guard)).rejects.toMatchObject(refused);
  });

  it('a directory that becomes a link while a file is written cannot send it elsewhere', async () => {
    const { base, root, at } = given();
    mkdirSync(join(root, 'd'));
    mkdirSync(join(base, 'outside'));
    let checks = 0;
    const swapping: FileGuard = {
      charge: () => undefined,
      check: () => {
        // The place is found and held; now its name leads outside.
        if (checks++ > 0) return;
        renameSync(join(root, 'd'), join(root, 'kept'));
        symlinkSync('../outside', join(root, 'd'));
      },
    };
    const written = await files.write(at('d/f'), bytes('mine'), swapping).catch((error: unknown) => error);
    expect(checks).toBeGreaterThan(0);
    expect(readdirSync(join(base, 'outside'))).toEqual([]);
    if (descriptors) expect([written, readFileSync(join(root, 'kept/f'), 'utf8')]).toEqual([undefined, 'mine']);
    else expect(written).toMatchObject({ refusal: 'outside' });
  });

  it.runIf(hasDescriptorPaths)('leave no descriptor open, whatever happens', async () => {
    const { root, at } = given();
    symlinkSync('/etc', join(root, 'out'));
    symlinkSync('loop', join(root, 'loop'));
    // Only what is open below the root: other tests may share the process.
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root);
        } catch {
          return false;
        }
      });
    const attempts = async () => {
      for (let index = 0; index < 20; index++) {
        await files.write(at('a/b/f'), bytes('x'), guard);
        await files.read(at('a/b/f'), MIB, guard);
        await files.copy(at('a/b/f'), at('c/d'), MIB, guard);
        await files.move(at('c/d'), at('e'), guard);
        await files.list(at('a'), 10);
        await files.stat(at('a/b/f'));
        const limited: FileGuard = {
          check: guard.check,
          charge: () => {
            throw new RangeError('no');
          },
        };
        const failing = [
          files.read(at('out/hosts'), MIB, guard),
          files.read(at('loop'), MIB, guard),
          files.read(at('a'), MIB, guard),
          files.read(at('a/b/f'), 0, guard),
          files.write(at('a'), bytes(''), guard),
          files.write(at('x/y'), bytes(''), limited),
          files.copy(at('a/b/f'), at('a'), MIB, guard),
          files.copy(at('a/b/f'), at('z'), MIB, limited),
          files.list(at('a/b/f'), 10),
          files.list(at('a'), 0),
          files.move(at('gone'), at('x'), guard),
          files.mkdir(at('a/b/f/g'), guard),
          files.remove(at('a'), guard),
          files.stat(at('out')),
        ];
        const outcomes = await Promise.allSettled(failing);
        expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
      }
    };
    const held = openSync(root, 'r');
    expect(open()).toEqual([String(held)]);
    await attempts();
    expect(open()).toEqual([String(held)]);
    closeSync(held);
    expect(readdirSync(root).sort()).toEqual(['a', 'c', 'e', 'loop', 'out']);
  });
});

describe('files of a run that ends', () => {
  const files = createLocalFiles();

  it('are left as they were when it is cancelled before the last step of a write', async () => {
    const { root } = makePlace();
    writeFileSync(join(root, 'f'), 'old');
    let checks = 0;
    const cancelled: FileGuard = {
      charge: () => undefined,
      check: () => {
        if (++checks > 3) throw new Error('Execution cancelled');
      },
    };
    const write = files.write({ root, key: 'f', isContained: true }, new Uint8Array(3 * MIB), cancelled);
    await expect(write).rejects.toThrow('Execution cancelled');
    expect(readFileSync(join(root, 'f'), 'utf8')).toBe('old');
    expect(readdirSync(root)).toEqual(['f']);
  });

  it('are not changed once the caller has its result', async () => {
    const { root } = makePlace();
    const abort = new AbortController();
    const result = run(
      `const all = Array.from({ length: 40 }, (_, index) => workspace.writeBytes('f' + index, new Uint8Array(300_000)));
       await started(); await Promise.all(all); return all.length`,
      {
        context: createDirectoryContext(root),
        signal: abort.signal,
        globals: { started: async () => abort.abort() },
      },
    );
    expect(await result).toMatchObject({ success: false, errorInfo: { code: 'CANCELLED' } });
    const there = readdirSync(root).filter((name) => !name.startsWith('.nodetool-'));
    // What was under way takes back what it had begun.
    await expect.poll(() => readdirSync(root), { timeout: 10_000 }).toEqual(there);
    for (const name of there) expect(lstatSync(join(root, name)).size).toBe(300_000);
    expect(await valueOf('return (await workspace.list()).length', { context: createDirectoryContext(root) })).toBe(
      there.length,
    );
  });
});
