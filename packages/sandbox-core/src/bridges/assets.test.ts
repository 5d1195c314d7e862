import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetRef, ProcessingContext, RunSandboxOptions, Workspace } from '@nodetool-ai/protocol/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInSandbox } from '../index.node.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assets-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

function recording(more: Partial<ProcessingContext> = {}) {
  const calls: unknown[][] = [];
  const context: ProcessingContext = {
    resolveWorkspacePath: (path) => join(root, path),
    assetToSandbox: async (...args) => {
      calls.push(args);
      return args[1];
    },
    sandboxToAsset: async (...args) => {
      calls.push(args);
      return { type: 'image', uri: 'asset://new', asset_id: 'new', owner: 'root' } as AssetRef;
    },
    ...more,
  };
  return { context, calls };
}

async function run(code: string, context: ProcessingContext | undefined, more: Partial<RunSandboxOptions> = {}) {
  return runInSandbox({ execution: 'inline', code, ...(context !== undefined && { context }), ...more });
}

async function errorOf(code: string, context: ProcessingContext | undefined, more: Partial<RunSandboxOptions> = {}) {
  const result = await run(code, context, more);
  if (result.success) throw new Error(`succeeded with ${JSON.stringify(result.result)}`);
  return result.error;
}

describe('assets', () => {
  it.each(['inline', 'worker'] as const)('go in and out of the workspace in mode %s', async (execution) => {
    const { context, calls } = recording();
    const code = `return [await assetToSandbox('a1', 'in/pic.png'), await sandboxToAsset('out.png')]`;
    const { result } = await run(code, context, { execution });
    expect(result).toEqual(['in/pic.png', { type: 'image', uri: 'asset://new', asset_id: 'new' }]);
    expect(calls).toEqual([['a1', 'in/pic.png'], ['out.png']]);
  });

  it.each([
    ['/etc/x.png', 'etc/x.png'],
    ['/workspace/x.png', 'x.png'],
    ['./a/../x.png', 'x.png'],
    ['a//b/./x.png', 'a/b/x.png'],
  ])('reach the context with a path below the root: %s', async (path, key) => {
    const { context, calls } = recording();
    await run(`await assetToSandbox('a', path); await sandboxToAsset(path)`, context, { globals: { path } });
    expect(calls).toEqual([['a', key], [key]]);
  });

  it.each(['../x', 'a/../../x', '/../x', '/workspace/../x'])('are refused outside of it: %s', async (path) => {
    const { context, calls } = recording();
    const options = { globals: { path } };
    expect(await errorOf(`await assetToSandbox('a', path)`, context, options)).toContain('outside the workspace');
    expect(await errorOf('await sandboxToAsset(path)', context, options)).toContain('outside the workspace');
    expect(calls).toEqual([]);
  });

  it('are refused behind a link that leads out', async () => {
    await symlink(tmpdir(), join(root, 'out'));
    const { context, calls } = recording();
    expect(await errorOf(`await assetToSandbox('a', 'out/x.png')`, context)).toContain('outside the workspace');
    expect(await errorOf(`await sandboxToAsset('out/x.png')`, context)).toContain('outside the workspace');
    expect(calls).toEqual([]);
  });

  it('may be named by a path that is still to be made', async () => {
    const { context, calls } = recording();
    await writeFile(join(root, 'here.txt'), 'x');
    await run(`await assetToSandbox('a', 'new/dir/x.png'); await sandboxToAsset('here.txt')`, context);
    expect(calls).toEqual([['a', 'new/dir/x.png'], ['here.txt']]);
  });

  it('reach a context without files by the same rules', async () => {
    const { context, calls } = recording();
    delete context.resolveWorkspacePath;
    await run(`await sandboxToAsset('/a/./b')`, context);
    expect(await errorOf(`await sandboxToAsset('../b')`, context)).toContain('outside the workspace');
    expect(calls).toEqual([['a/b']]);
  });

  it('obey the rules of a virtual workspace', async () => {
    const workspace = {
      localDir: null,
      key: (path: string) => {
        if (path.startsWith('locked')) throw new Error('outside the workspace');
        return path;
      },
    } as unknown as Workspace;
    const { context, calls } = recording({ workspace });
    expect(await errorOf(`await sandboxToAsset('locked/x')`, context)).toContain('outside the workspace');
    expect((await run(`await sandboxToAsset('open/x')`, context)).success).toBe(true);
    expect(calls).toEqual([['open/x']]);
  });

  it('keep the path of the program in host mode', async () => {
    const { context, calls } = recording();
    const path = join(root, 'x.png');
    await run('await sandboxToAsset(path)', context, { globals: { path }, limits: { filesystemAccess: 'host' } });
    expect(calls).toEqual([[path]]);
  });

  it.each([undefined, null, '', 5, {}, 'a\0b', '\ud800'])('refuse the argument %j', async (value) => {
    const { context, calls } = recording();
    const options = { globals: { value } };
    expect(await errorOf(`await assetToSandbox(value, 'x')`, context, options)).toContain('assetId must be a string');
    expect(await errorOf(`await assetToSandbox('a', value)`, context, options)).toContain('path must be a string');
    expect(await errorOf('await sandboxToAsset(value)', context, options)).toContain('path must be a string');
    expect(calls).toEqual([]);
  });

  it.each(['../../etc/passwd', '..', 'a/../../b', '..\\b', '%2e%2e/b', '%2E./%zz'])(
    'refuse the id %s, which climbs',
    async (id) => {
      const { context, calls } = recording();
      const error = await errorOf(`await assetToSandbox(id, 'x')`, context, { globals: { id } });
      expect(error).toContain('assetId must not hold ".."');
      expect(calls).toEqual([]);
    },
  );

  it('refuse the root, and an id that is longer than any', async () => {
    const { context } = recording();
    expect(await errorOf(`await sandboxToAsset('/')`, context)).toContain('root of the workspace');
    expect(await errorOf(`await assetToSandbox('a'.repeat(1001), 'x')`, context)).toContain('1001 characters');
  });

  it('name the member that a context lacks, and what is missing without one', async () => {
    expect(await errorOf(`await assetToSandbox('a', 'x')`, {})).toContain('has no assetToSandbox');
    expect(await errorOf(`await sandboxToAsset('x')`, {})).toContain('has no sandboxToAsset');
    const bare = /^(assetToSandbox|sandboxToAsset) is not available without a context/;
    expect(await errorOf(`await assetToSandbox('a', 'x')`, undefined)).toMatch(bare);
    expect(await errorOf(`await sandboxToAsset('x')`, undefined)).toMatch(bare);
  });

  it('refuse what a host gives in place of an answer', async () => {
    const odd = { assetToSandbox: async () => 5, sandboxToAsset: async () => null } as unknown as ProcessingContext;
    const { context } = recording(odd);
    expect(await errorOf(`await assetToSandbox('a', 'x')`, context)).toContain('did not say where');
    expect(await errorOf(`await sandboxToAsset('x')`, context)).toContain('gave no asset');
  });

  it('tell of host errors without paths of the host', async () => {
    const { context } = recording({
      sandboxToAsset: async () => {
        throw Object.assign(new Error("EACCES: permission denied, open '/srv/private/assets/index.json'"), {
          code: 'EACCES',
        });
      },
    });
    const code = `try { await sandboxToAsset('x') } catch (error) { return [error.message, error.code] }`;
    expect((await run(code, context)).result).toEqual(["EACCES: permission denied, open 'a host file'", 'EACCES']);
  });
});
