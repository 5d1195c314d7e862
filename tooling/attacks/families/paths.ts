/** Leaving the workspace by paths, links and races. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { makePlace } from '../../../packages/sandbox-core/src/bridges/workspace/testing/places.js';
import { underAttack } from '../../../packages/sandbox-core/src/bridges/workspace/testing/under-attack.js';
import { createDirectoryContext } from '../../../packages/sandbox-core/src/index.node.js';
import { type Attack, attack } from '../attack.js';

const OUTSIDE = 'the text outside';

/** A workspace with links that lead out of it, and what lies outside. */
function hostilePlace() {
  const place = makePlace();
  const outside = join(place.base, 'outside');
  mkdirSync(outside);
  writeFileSync(place.secret, OUTSIDE);
  writeFileSync(join(outside, 'f'), OUTSIDE);
  mkdirSync(join(place.root, 'dir'));
  writeFileSync(join(place.root, 'inside.txt'), 'inside');
  symlinkSync(place.secret, join(place.root, 'link'));
  symlinkSync('../secret.txt', join(place.root, 'relative'));
  symlinkSync(outside, join(place.root, 'folder'));
  symlinkSync('dir/../../secret.txt', join(place.root, 'dotted'));
  symlinkSync('link', join(place.root, 'chained'));
  symlinkSync('/proc/self/environ', join(place.root, 'environ'));
  symlinkSync('/dev/zero', join(place.root, 'zero'));
  symlinkSync('round', join(place.root, 'round'));
  symlinkSync('/', join(place.root, 'slash'));
  symlinkSync(place.secret, join(place.root, 'dir/deep'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(place.root, 'pipe')]);
  return { place, outside, context: createDirectoryContext(place.root) };
}

type Hostile = ReturnType<typeof hostilePlace>;

/** Paths that lead out, whatever is done with them. */
const PATHS = [
  '../secret.txt',
  '/../secret.txt',
  './../secret.txt',
  'dir/../../secret.txt',
  'dir/./.././../secret.txt',
  '//../secret.txt',
  'link',
  'relative',
  'folder/f',
  'dotted',
  'chained',
  'dir/deep',
  'dir/../link',
  'environ',
  'zero',
  'round',
  'slash/etc/passwd',
  'folder/../secret.txt',
  'pipe',
  'link/x',
  'inside.txt/../../secret.txt',
  'a\0b',
  'x'.repeat(5000),
];

/** Paths that only look as if they led out: the same names below the root. */
const INSIDE = [
  '/etc/passwd',
  '/proc/self/environ',
  '~/.ssh/id_rsa',
  'file:///etc/passwd',
  '%2e%2e/secret.txt',
  '..%2fsecret.txt',
  '.../secret.txt',
  '..;/secret.txt',
];

const ALL = (path: string) => {
  const p = JSON.stringify(path);
  return `const out = []; const tries = { read: () => workspace.read(${p}), readBytes: () => workspace.readBytes(${p}), write: () => workspace.write(${p}, 'pwned'), writeBytes: () => workspace.writeBytes(${p}, new Uint8Array(3)), list: () => workspace.list(${p}), copyFrom: () => workspace.copy(${p}, 'copied'), copyTo: () => workspace.copy('inside.txt', ${p}), moveTo: () => workspace.move('inside.txt', ${p}), mkdir: () => workspace.mkdir(${p} + '/sub') };
    for (const [name, f] of Object.entries(tries)) { try { out.push([name, await f()]) } catch (e) { out.push([name, 'refused', e instanceof Error]) } } return JSON.stringify(out)`;
};

function nothingOutside({ place, outside }: Hostile): void {
  expect(readFileSync(place.secret, 'utf8')).toBe(OUTSIDE);
  expect(readFileSync(join(outside, 'f'), 'utf8')).toBe(OUTSIDE);
  expect(existsSync(join(outside, 'sub'))).toBe(false);
  expect(existsSync(join(dirname(place.root), 'sub'))).toBe(false);
}

const OPERATIONS = ['stat', 'remove'] as const;

export const paths: Attack[] = [
  ...PATHS.map((path) =>
    attack<Hostile>({
      name: `read or write ${JSON.stringify(path.length > 40 ? `${path.slice(0, 40)}…` : path)}`,
      code: ALL(path),
      options: () => ({ ...hostilePlace(), timeoutMs: 10_000 }),
      repelled: ({ result, error }, options) => {
        expect(error).toBeUndefined();
        expect(result).not.toContain(OUTSIDE);
        expect(result).not.toContain('SANDBOX_ATTACK_SECRET');
        expect(result).toContain('["read","refused",true]');
        nothingOutside(options);
      },
    }),
  ),
  ...INSIDE.map((path) =>
    attack<Hostile>({
      name: `be led out by ${path}`,
      code: `await workspace.write(${JSON.stringify(path)}, 'mine'); return await workspace.read(${JSON.stringify(path)})`,
      options: hostilePlace,
      repelled: (outcome, options) => {
        expect(outcome.result).toBe('mine');
        nothingOutside(options);
      },
    }),
  ),
  ...OPERATIONS.map((operation) =>
    attack<Hostile>({
      name: `${operation} through links that lead out`,
      code: `const out = []; for (const p of ['../secret.txt', 'folder/f', 'slash/etc/passwd', '/../secret.txt']) { try { const r = await workspace.${operation}(p); out.push(r && r.exists === false ? 'nothing' : 'done') } catch (e) { out.push('refused') } } return out`,
      options: hostilePlace,
      repelled: ({ result }, options) => {
        expect(result).not.toContain('done');
        nothingOutside(options);
      },
    }),
  ),
  attack<Hostile>({
    name: 'remove a tree, or the root',
    code: `const out = []; await workspace.write('dir/x', '1'); for (const p of ['dir', '', '.', '/', 'dir/..', '..']) { try { await workspace.remove(p); out.push('removed ' + p) } catch { out.push('refused') } } return out`,
    options: hostilePlace,
    repelled: ({ result }, options) => {
      expect(result).toEqual(Array(6).fill('refused'));
      nothingOutside(options);
    },
  }),
  attack<Hostile>({
    name: 'switch to the files of the host by a global',
    code: `globalThis.filesystemAccess = 'host'; Object.prototype.filesystemAccess = 'host'; limits.filesystemAccess = 'host'; try { return await workspace.read('/../secret.txt') } catch { return 'refused' }`,
    options: () => ({ ...hostilePlace(), globals: { limits: {} } }),
    repelled: ({ result }) => expect(result).toBe('refused'),
  }),
  {
    name: 'win a race of links that are swapped all the time',
    assault: async (execution) => {
      const seen = new Set<unknown>();
      const flips = await underAttack(async ({ root }) => {
        const code = `const seen = []; for (let round = 0; round < 60; round++) {
            const all = await Promise.allSettled([workspace.read('file'), workspace.read('dir/f'), workspace.write('dir/f', 'inside'), workspace.copy('file', 'dir/c'), workspace.read('dir/c')]);
            for (const { value } of all) if (typeof value === 'string' && !seen.includes(value)) seen.push(value); } return seen`;
        const outcome = await runInSandbox({
          code,
          context: createDirectoryContext(root),
          timeoutMs: 60_000,
          execution,
        });
        expect(outcome.error).toBeUndefined();
        for (const text of outcome.result as string[]) seen.add(text);
      });
      expect(flips).toBeGreaterThan(20);
      expect([...seen].filter((text) => text !== 'inside')).toEqual([]);
      return [...seen];
    },
  },
];
