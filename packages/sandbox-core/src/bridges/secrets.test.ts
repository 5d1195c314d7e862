import { readFileSync } from 'node:fs';
import type { ProcessingContext, RunSandboxOptions } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { programsOf, runHostProgram } from '../../test/readme-programs.js';
import * as core from '../index.node.js';
import { runInSandbox } from '../index.node.js';

const STORE = new Map([
  ['API_KEY', 'sk-live-0123456789'],
  ['OTHER', 'other-secret-value'],
  ['PIN', '1234567'],
  ['EMPTY', ''],
]);
const context: ProcessingContext = { getSecret: async (name) => STORE.get(name) };

async function valueOf(code: string, options: Partial<RunSandboxOptions> = {}): Promise<unknown> {
  const run = await runInSandbox({ execution: 'inline', context, code, ...options });
  if (!run.success) throw new Error(`${run.errorInfo.code}: ${run.error}`);
  return run.result;
}

async function failureOf(code: string, options: Partial<RunSandboxOptions> = {}) {
  const run = await runInSandbox({ execution: 'inline', context, code, ...options });
  if (run.success) throw new Error(`succeeded with ${JSON.stringify(run.result)}`);
  return run;
}

describe.each(['inline', 'worker'] as const)('secrets of a run in mode %s', (execution) => {
  it('are readable by name when there is no scope', async () => {
    const code = `return [await getSecret('API_KEY'), await nodetool.secrets.get('OTHER'),
      await nodetool.secrets.tryGet('PIN'), nodetool.secrets.list(), __secretScope]`;
    expect(await valueOf(code, { execution })).toEqual([
      'sk-live-0123456789',
      'other-secret-value',
      '1234567',
      null,
      null,
    ]);
  });

  it('are readable inside a scope only', async () => {
    const asked: string[] = [];
    const options = {
      execution,
      limits: { secretScope: [' API_KEY ', 'PIN', 'PIN', '', 7 as unknown as string] },
      context: {
        getSecret: async (name: string) => {
          asked.push(name);
          return STORE.get(name);
        },
      },
    };
    expect(
      await valueOf(`return [await getSecret('API_KEY'), nodetool.secrets.list(), __secretScope]`, options),
    ).toEqual(['sk-live-0123456789', ['API_KEY', 'PIN'], ['API_KEY', 'PIN']]);
    for (const call of ['getSecret', 'nodetool.secrets.get', 'nodetool.secrets.tryGet']) {
      const { error } = await failureOf(`await ${call}('OTHER')`, options);
      expect(error).toBe(`${call}: secret "OTHER" is not in the scope of this run. Allowed: "API_KEY", "PIN"`);
    }
    expect(asked).toEqual(['API_KEY']);
  });

  it('are all refused by an empty scope', async () => {
    const options = { execution, limits: { secretScope: [] } };
    expect(await valueOf('return [nodetool.secrets.list(), __secretScope]', options)).toEqual([[], []]);
    for (const call of ['getSecret', 'nodetool.secrets.get', 'nodetool.secrets.tryGet']) {
      const { error } = await failureOf(`await ${call}('API_KEY')`, options);
      expect(error).toContain('no secret is declared');
      expect(error).toContain('"API_KEY"');
    }
  });

  it('are not to be had by a program that changes its world', async () => {
    const code = `
      globalThis.__secretScope = null;
      var __secretScope2 = ['OTHER'];
      Array.prototype.includes = () => true;
      Array.prototype.indexOf = () => 0;
      Object.freeze = (value) => value;
      Set.prototype.has = () => true;
      String.prototype.toString = () => 'API_KEY';
      Object.defineProperty(Array.prototype, 0, { get: () => 'API_KEY', set() {} });
      globalThis.limits = { secretScope: null };
      const scope = nodetool.secrets.list();
      scope.push('OTHER');
      let refused = 0;
      let read = 0;
      const attempt = async (call, ...args) => {
        try { await Reflect.apply(call, { scope: null }, args); read++; } catch { refused++; }
      };
      for (const call of [getSecret, nodetool.secrets.get, nodetool.secrets.tryGet]) {
        await attempt(call, 'OTHER');
        await attempt(call, 'OTHER', 'getSecret', ['OTHER']);
        await attempt(call, { toString: () => 'OTHER' });
        await attempt(call, ['OTHER']);
        await attempt(call, new String('OTHER'));
      }
      return { read, refused, key: await getSecret('API_KEY') };`;
    expect(await valueOf(code, { execution, limits: { secretScope: ['API_KEY'] } })).toEqual({
      read: 0,
      refused: 15,
      key: 'sk-live-0123456789',
    });
  });

  it('come out of errors that quote them', async () => {
    const code = `const key = await getSecret('API_KEY'); throw new TypeError('refused: ' + key + ' and ' + key)`;
    const run = await failureOf(code, { execution });
    expect(run.error).toBe('TypeError: refused: [secret] and [secret]');
    expect(run.errorInfo.message).toBe('refused: [secret] and [secret]');
    expect(JSON.stringify(run)).not.toContain('sk-live');
  });
});

describe('getSecret', () => {
  it('answers undefined for what is unset, and the empty text for an empty one', async () => {
    expect(await valueOf(`return [await getSecret('NONE') === undefined, await getSecret('EMPTY')]`)).toEqual([
      true,
      '',
    ]);
    const nothing = { context: { getSecret: async () => null } };
    expect(await valueOf(`return await getSecret('NONE') === undefined`, nothing)).toBe(true);
  });

  it('answers undefined without a context, after the scope was checked', async () => {
    const bare = { context: undefined as unknown as ProcessingContext };
    const options = { ...bare, limits: { secretScope: ['A'] } };
    expect(await valueOf(`return await getSecret('A') === undefined`, bare)).toBe(true);
    expect(await valueOf(`return await nodetool.secrets.tryGet('A') === undefined`, options)).toBe(true);
    expect((await failureOf(`await getSecret('B')`, options)).error).toContain('not in the scope');
    expect((await failureOf(`await nodetool.secrets.get('A')`, options)).error).toContain('"A" is not set');
  });

  it.each(['', undefined, null, 5, {}, []])('refuses %j as a name', async (name) => {
    const code = `const p = getSecret(name); let error; await p.catch((e) => { error = e; }); return [error.name, error.message]`;
    expect(await valueOf(code, { globals: { name } })).toEqual([
      'TypeError',
      'getSecret: the name of a secret must be a non-empty string',
    ]);
  });

  it('refuses a name that no store has', async () => {
    const { error } = await failureOf(`await getSecret('x'.repeat(1001))`);
    expect(error).toBe('TypeError: getSecret: the name has 1001 characters; at most 1000 are accepted');
  });

  it('names the member that a context lacks', async () => {
    const { error } = await failureOf(`await getSecret('A')`, { context: {} });
    expect(error).toContain('no getSecret');
  });

  it('refuses what the host gives in place of a text', async () => {
    const odd = { getSecret: async () => ({ value: 'sk' }) } as unknown as ProcessingContext;
    expect((await failureOf(`await getSecret('A')`, { context: odd })).error).toContain('the host gave a object');
  });

  it('keeps the class and code of a host error, without its paths', async () => {
    const store = {
      getSecret: async () => {
        throw Object.assign(new RangeError('cannot read /srv/vault/keys.json'), { code: 'EACCES' });
      },
    };
    const code = `try { await getSecret('A') } catch (e) { return [e.name, e.message, e.code, e instanceof RangeError] }`;
    expect(await valueOf(code, { context: store })).toEqual(['RangeError', 'cannot read a host file', 'EACCES', true]);
  });

  it('shows at most twenty names of a long scope, each quoted', async () => {
    const secretScope = Array.from({ length: 50 }, (_, index) => `NAME_${index}`);
    const { error } = await failureOf('await getSecret("line\\nbreak")', { limits: { secretScope } });
    expect(error).toContain('secret "line\\nbreak"');
    expect(error).toContain('"NAME_19" and 30 more');
    expect(error).not.toContain('NAME_20');
  });

  it('reads at most a thousand values in one run', async () => {
    const many = { getSecret: async (name: string) => `value of ${name}` };
    const code = `let read = 0;
      try { for (; read < 1100; read++) await getSecret('S' + read) } catch (error) { return [read, error.name, error.message] }`;
    expect(await valueOf(code, { context: many })).toEqual([
      1000,
      'RangeError',
      'getSecret: a run may read 1000 secrets (MAX_SECRETS_READ)',
    ]);
    expect(await valueOf(`for (let i = 0; i < 1100; i++) await getSecret('S'); return 1`, { context: many })).toBe(1);
  });

  it('asks nothing of the context after the run was cancelled', async () => {
    const controller = new AbortController();
    let asked = 0;
    const slow = {
      getSecret: async () => {
        asked++;
        controller.abort();
        return 'late-secret-value';
      },
    };
    const run = await failureOf(`await getSecret('A'); await getSecret('B')`, {
      context: slow,
      signal: controller.signal,
    });
    expect(run.errorInfo.code).toBe('CANCELLED');
    expect(asked).toBe(1);
  });
});

describe('nodetool', () => {
  it('throws for an unset and an empty secret, naming it and where to set it', async () => {
    for (const name of ['NONE', 'EMPTY']) {
      const { error } = await failureOf(`await nodetool.secrets.get('${name}')`);
      expect(error).toContain(`secret "${name}" is not set`);
      expect(error).toContain('secret store');
    }
    const code = `return [await nodetool.secrets.tryGet('NONE') === undefined, await nodetool.secrets.tryGet('EMPTY') === undefined]`;
    expect(await valueOf(code)).toEqual([true, true]);
  });

  it('gives a copy of the scope each time', async () => {
    const code = `nodetool.secrets.list().push('X'); return [nodetool.secrets.list(), Object.isFrozen(__secretScope)]`;
    expect(await valueOf(code, { limits: { secretScope: ['A'] } })).toEqual([['A'], true]);
  });

  it('can be added to by a prelude, but its secrets stay', async () => {
    const code = `
      const attempts = [
        () => { nodetool.secrets = { get: () => 'fake' } },
        () => { nodetool.secrets.get = () => 'fake' },
        () => { nodetool.secrets.extra = 1 },
        () => { delete nodetool.secrets },
        () => Object.defineProperty(nodetool, 'secrets', { value: 1 }),
      ];
      let refused = 0;
      for (const attempt of attempts) try { attempt() } catch { refused++ }
      return [nodetool.version, refused, await nodetool.secrets.get('PIN'), Object.keys(nodetool)];`;
    expect(await valueOf(code, { prelude: 'nodetool.version = 3;' })).toEqual([
      3,
      5,
      '1234567',
      ['secrets', 'version'],
    ]);
  });

  it('has functions that cannot be constructed', async () => {
    const code = `return [getSecret, ...Object.values(nodetool.secrets)].map((f) => {
      try { new f('PIN'); return 'made' } catch (error) { return error.name + Object.isFrozen(f) }
    })`;
    expect(await valueOf(code)).toEqual(Array(4).fill('TypeErrortrue'));
  });

  it('has no way to write secrets or to list those of the store', async () => {
    expect(await valueOf('return Object.getOwnPropertyNames(nodetool.secrets).sort()')).toEqual([
      'get',
      'list',
      'tryGet',
    ]);
  });
});

describe('texts of the host', () => {
  const quoting = async (key: unknown): Promise<never> => {
    throw Object.assign(new Error(`401 for ${key}`), { code: `E_${key}` });
  };

  it('reach a program without the secrets it has read', async () => {
    const code = `const key = await getSecret('API_KEY');
      try { await quoting(key) } catch (error) { return [error.message, error.code, error.stack.includes('sk-live')] }`;
    expect(await valueOf(code, { globals: { quoting } })).toEqual(['401 for [secret]', 'E_[secret]', false]);
  });

  it('keep what the run has not read', async () => {
    const code = `try { await quoting('sk-live-0123456789') } catch (error) { return error.message }`;
    expect(await valueOf(code, { globals: { quoting } })).toBe('401 for sk-live-0123456789');
  });

  it('lose them in the name of an error too, and in what is no error', async () => {
    const odd = {
      name: async (key: unknown) => {
        throw Object.assign(new Error('x'), { name: `Bad ${key}` });
      },
      text: async (key: unknown) => {
        throw `no ${key}`;
      },
    };
    const code = `const key = await getSecret('API_KEY'); const seen = [];
      for (const call of [odd.name, odd.text]) try { await call(key) } catch (error) { seen.push(error.name, error.message) }
      return seen`;
    expect(await valueOf(code, { globals: { odd } })).toEqual(['Bad [secret]', 'x', 'Error', 'no [secret]']);
  });

  it('lose them in the errors of other members of the context', async () => {
    const broken = {
      ...context,
      sandboxToAsset: async () => {
        throw new Error('upload with sk-live-0123456789 failed');
      },
      workspace: null,
    };
    const code = `await getSecret('API_KEY'); try { await sandboxToAsset('a.txt') } catch (error) { return error.message }`;
    expect(await valueOf(code, { context: broken })).not.toContain('sk-live');
  });

  it('lose them in the errors of a sink', async () => {
    const onEmit = async (_name: string, value: unknown) => {
      throw new Error(`cannot store ${value}`);
    };
    const run = await failureOf(`await emit('out', await getSecret('API_KEY'))`, { onEmit });
    expect(run.error).toBe('cannot store [secret]');
  });

  it('lose them in warnings', async () => {
    const state = { note: '' };
    const code = `const key = await getSecret('API_KEY'); state[key] = () => {}; return 1`;
    const run = await runInSandbox({ execution: 'inline', context, code, globals: { state } });
    expect(run.warnings?.join()).toContain('[secret]');
    expect(run.warnings?.join()).not.toContain('sk-live');
  });

  it('lose one of many lines that an error put into its stack', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `line ${index} of a private key`).join('\n');
    const code = `const error = new Error('x'); error.stack = await getSecret('KEY'); throw error`;
    const run = await failureOf(code, { context: { getSecret: async () => lines } });
    expect(run.stack ?? '').not.toContain('private key');
  });

  it('lose them in the name of a thrown error and in the path of a value that cannot leave', async () => {
    const named = await failureOf(`const e = new Error('x'); e.name = await getSecret('API_KEY'); throw e`);
    expect(named.errorInfo.name).toBe('[secret]');
    expect(named.error).toBe('[secret]: x');
    const unserializable = await failureOf(`return { [await getSecret('API_KEY')]: new Promise(() => {}) }`);
    expect(unserializable.errorInfo.code).toBe('UNSERIALIZABLE');
    expect(JSON.stringify(unserializable)).not.toContain('sk-live');
  });

  it('keep secrets of fewer than eight characters, which occur by chance', async () => {
    expect((await failureOf(`throw new Error('pin ' + await getSecret('PIN'))`)).error).toBe('pin 1234567');
  });

  it('are cleared, while logs and results stay what the program made them', async () => {
    const run = await runInSandbox({
      execution: 'inline',
      context,
      code: `const key = await getSecret('API_KEY'); console.log(key); return key`,
    });
    expect(run).toMatchObject({ success: true, result: 'sk-live-0123456789', logs: ['sk-live-0123456789'] });
  });

  it('are those of one run: what another run has read is not looked for', async () => {
    await valueOf(`await getSecret('API_KEY')`);
    expect((await failureOf(`throw new Error('sk-live-0123456789')`)).error).toBe('sk-live-0123456789');
  });
});

describe('the page about secrets', () => {
  const programs = programsOf(readFileSync(new URL('../../../../docs/secrets.md', import.meta.url), 'utf8'));

  it('shows a program', () => {
    expect(programs.filter(({ said }) => said.size > 0)).toHaveLength(1);
  });

  it.each(programs)('shows one that prints what it says, line $line', async (program) => {
    expect(await runHostProgram(program, { '@nodetool-ai/sandbox-core': core })).toEqual(program.said);
  });
});
