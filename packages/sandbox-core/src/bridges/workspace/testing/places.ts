import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessingContext, RunSandboxOptions, RunSandboxResult } from '@nodetool-ai/protocol/core';
import { afterAll } from 'vitest';
import { createDirectoryContext, createMemoryContext, runInSandbox } from '../../../index.node.js';

const made: string[] = [];
afterAll(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** A directory for one test: `root` for the workspace, and a secret beside it. */
export function makePlace(): { base: string; root: string; secret: string } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  made.push(base);
  const root = join(base, 'root');
  mkdirSync(root);
  const secret = join(base, 'secret.txt');
  writeFileSync(secret, 'outside');
  return { base, root, secret };
}

/** The four kinds of files a run can be given, each over nothing but what the test puts there. */
export const KINDS: Record<string, (root: string) => ProcessingContext> = {
  memory: () => createMemoryContext(),
  directory: (root) => createDirectoryContext(root),
  'resolveWorkspacePath only': (root) => ({ resolveWorkspacePath: (path) => join(root, path) }),
  // Somebody's own virtual workspace: only the interface, nothing of ours beneath.
  virtual: () => ({ workspace: plainStore() }),
};

/** Runs a program inline unless told otherwise. */
export function run(code: string, options: Partial<RunSandboxOptions>): Promise<RunSandboxResult> {
  return runInSandbox({ execution: 'inline', code, ...options });
}

/** What a program returns. */
export async function valueOf(code: string, options: Partial<RunSandboxOptions>): Promise<unknown> {
  const result = await run(code, options);
  if (!result.success) throw new Error(`${result.errorInfo.code}: ${result.error}`);
  return result.result;
}

/** Name, message and code of what an expression rejects with. */
export async function rejectionOf(
  expression: string,
  options: Partial<RunSandboxOptions>,
): Promise<{ name: string; message: string; code?: string }> {
  const caught = '(error) => ({ name: error.name, message: error.message, code: error.code })';
  const code = `return await (${expression}).then((value) => ({ value }), ${caught})`;
  const value = (await valueOf(code, options)) as { name: string; message: string; code?: string };
  if ('value' in value) throw new Error(`${expression} resolved with ${JSON.stringify(value)}`);
  return value;
}

/** A store of keys, as a bucket is: directories are markers and prefixes. */
function plainStore(): NonNullable<ProcessingContext['workspace']> {
  const objects = new Map<string, Uint8Array>();
  const clean = (path: string) => path.replace(/^\/+/, '');
  const under = (key: string) => (key === '' ? '' : `${key}/`);
  const stat = (path: string) => {
    const key = clean(path);
    const bytes = objects.get(key);
    if (bytes !== undefined) return { path: key, size: bytes.length, modifiedAt: 1000, isDirectory: false };
    const isPrefix = [...objects.keys()].some((one) => one.startsWith(under(key)));
    return isPrefix || key === '' ? { path: key, size: 0, modifiedAt: 0, isDirectory: true } : null;
  };
  return {
    localDir: null,
    key: clean,
    read: async (path) => objects.get(clean(path)) ?? null,
    write: async (path, data) => {
      objects.set(clean(path), typeof data === 'string' ? new TextEncoder().encode(data) : data.slice());
    },
    stat: async (path) => stat(path),
    list: async (path = '') => {
      const prefix = under(clean(path));
      const names = new Set<string>();
      for (const key of objects.keys()) {
        const rest = key.startsWith(prefix) ? key.slice(prefix.length) : '';
        if (rest !== '') names.add(rest.split('/', 1)[0] as string);
      }
      return [...names].map((name) => {
        const { size = 0, isDirectory = true } = stat(prefix + name) ?? {};
        return { path: prefix + name, name, size, modifiedAt: 0, isDirectory };
      });
    },
    delete: async (path) => objects.delete(clean(path)) || objects.delete(`${clean(path)}/`),
    mkdir: async (path) => void objects.set(`${clean(path)}/`, new Uint8Array()),
    copy: async (from, to) => void objects.set(clean(to), objects.get(clean(from)) as Uint8Array),
    move: async (from, to) => {
      for (const [key, bytes] of [...objects]) {
        if (key !== clean(from) && !key.startsWith(under(clean(from)))) continue;
        objects.delete(key);
        objects.set(clean(to) + key.slice(clean(from).length), bytes);
      }
    },
    exists: async (path) => stat(path) !== null,
  };
}
