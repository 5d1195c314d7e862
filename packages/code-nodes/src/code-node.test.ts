import {
  type GraphNode,
  type NodeEnvironment,
  NodeError,
  type NodeFacts,
  type NodeRun,
  type RunSandboxOptions,
  type RunSandboxResult,
  SANDBOX_LIMITS,
  type SandboxModuleCatalog,
} from '@nodetool-ai/protocol';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { describe, expect, it } from 'vitest';
import { codeNode } from './code-node.js';

interface Trial {
  properties?: Record<string, unknown>;
  inputs?: Record<string, unknown>;
  outputs?: string[];
  environment?: Partial<NodeEnvironment>;
  state?: Record<string, unknown>;
  onEmit?: (item: Record<string, unknown>) => Promise<void> | void;
  signal?: AbortSignal;
}

function trial(
  code: string | undefined,
  { properties = {}, inputs = {}, outputs = [], environment = {}, ...more }: Trial = {},
) {
  const written = new Map(Object.entries({ ...(code === undefined ? {} : { code }), ...properties }));
  const node: GraphNode = {
    id: 'n',
    type: codeNode.type,
    properties: written,
    dynamicInputs: new Map(),
    dynamicOutputs: new Map(),
    bypassed: false,
  };
  const values = new Map(
    Object.entries(codeNode.inputs).map(([name, one]) => [name, written.get(name) ?? one.default]),
  );
  const facts: NodeFacts = { node, properties: values, connectedInputs: new Set(), outputs: new Set(outputs) };
  const env: NodeEnvironment = { runInSandbox, execution: 'inline', shared: new Map(), ...environment };
  const emitted: Record<string, unknown>[] = [];
  const logs: string[] = [];
  const progress: unknown[] = [];
  const run: NodeRun = {
    node,
    environment: env,
    inputs: Object.fromEntries(values),
    dynamicInputs: new Map(Object.entries(inputs)),
    outputs: facts.outputs,
    state: more.state ?? {},
    signal: more.signal ?? new AbortController().signal,
    async emit(item) {
      const record = Object.fromEntries(item);
      await more.onEmit?.(record);
      emitted.push(record);
    },
    log: (severity, content) => logs.push(`${severity}: ${content}`),
    progress: (percent, message) => progress.push([percent, message]),
    saved: () => undefined,
  };
  return {
    emitted,
    logs,
    progress,
    issues: () => codeNode.check?.(facts, env) ?? [],
    kinds: () => Object.fromEntries(codeNode.outputKinds?.(facts) ?? []),
    run: async () => Object.fromEntries((await codeNode.run(run)) ?? []),
    failure: async () => {
      const error: unknown = await codeNode.run(run).catch((thrown: unknown) => thrown);
      if (!(error instanceof NodeError)) throw new Error(`expected a NodeError, got ${String(error)}`);
      return error;
    },
  };
}

describe('the output contract', () => {
  it('delivers emits in order while the body runs, and finals at its end', async () => {
    const t = trial(
      'for (const x of inputs.list) await emit("item", x * 2);\nawait output("total", inputs.list.length);\nreturn 99;',
      {
        inputs: { list: [1, 2, 3] },
        outputs: ['item', 'total'],
      },
    );
    expect(await t.run()).toEqual({ total: 3 });
    expect(t.emitted).toEqual([{ item: 2 }, { item: 4 }, { item: 6 }]);
  });

  it('delivers several outputs as one item', async () => {
    const t = trial('await emit({ a: 1, b: "x" }); await emit({ a: 2 });', { outputs: ['a', 'b'] });
    await t.run();
    expect(t.emitted).toEqual([{ a: 1, b: 'x' }, { a: 2 }]);
  });

  it('keeps emits and drops finals when the body throws', async () => {
    const t = trial('await output("b", 1); await emit("a", 1);\n  throw new RangeError("too far")', {
      outputs: ['a', 'b'],
    });
    const error = await t.failure();
    expect(error).toMatchObject({ code: 'GUEST', message: 'RangeError: too far', at: { line: 2 } });
    expect(t.emitted).toEqual([{ a: 1 }]);
  });

  it('refuses a name the node has no output for, in the guest', async () => {
    const t = trial('const name = "c"; try { await emit(name, 1) } catch (e) { await output("a", e.message) }', {
      outputs: ['a', 'b'],
    });
    expect(await t.run()).toEqual({ a: 'emit: the node has no output "c". Its outputs: "a", "b".' });
    const group = trial('await emit({ a: 1, z: 2 })', { outputs: ['a'] });
    expect((await group.failure()).message).toContain('no output "z"');
    const proto = trial('await output(["__proto__"][0], 1)', { outputs: ['a'] });
    expect((await proto.failure()).message).toContain('no output "__proto__"');
  });

  it('refuses a second final value', async () => {
    expect((await trial('await output("a", 1); await output("a", 2)', { outputs: ['a'] }).failure()).message).toContain(
      'already set',
    );
  });

  it('takes any name when nobody named the outputs', async () => {
    expect(await trial('await output("x", 1)').run()).toEqual({ x: 1 });
  });

  it('refuses more emits than the cap, and text that would be cut', async () => {
    const many = trial('for (let at = 0; at <= 10000; at += 1) await emit("a", at)', { outputs: ['a'] });
    expect((await many.failure()).message).toContain('10000');
    expect(many.emitted).toHaveLength(10_000);
    const big = trial(`await output("a", "x".repeat(${SANDBOX_LIMITS.maxOutputSize.ceiling + 1}))`, { outputs: ['a'] });
    expect((await big.failure()).message).toMatch(/larger than|maxOutputSize/);
  });

  it('names the kind of each output', () => {
    expect(
      trial('await emit({ a: 1, b: 2 }); await output("c", 1); await output("a", 3)', {
        outputs: ['a', 'b', 'c'],
      }).kinds(),
    ).toEqual({ a: 'iteration', b: 'iteration', c: 'single' });
    expect(trial('await output(n, 1)', { outputs: ['a', 'b'] }).kinds()).toEqual({ a: 'iteration', b: 'iteration' });
    expect(trial('return { a: 1 }', { outputs: ['a'] }).kinds()).toEqual({});
  });
});

describe('bodies that return', () => {
  it.each([
    ['return { a: 1, b: [2] }', { a: 1, b: [2] }],
    ['return [1, 2]', { output: [1, 2] }],
    ['return null', {}],
    ['const n = 2;\nn * 21', { output: 42 }],
    [undefined, {}],
  ])('%s', async (code, outputs) => {
    expect(await trial(code).run()).toEqual(outputs);
  });

  it('keeps columns right on a line that was completed', async () => {
    const error = await trial('1;\n  inputs.a.b.c').failure();
    expect(error.at).toMatchObject({ line: 2 });
    expect(error.at?.column).toBeGreaterThanOrEqual(3);
    expect(error.at?.column).toBeLessThanOrEqual(15);
  });

  it('warns of a key that is no output, and refuses when none is', async () => {
    const some = trial('return { a: 1, z: 2 }', { outputs: ['a'] });
    expect(await some.run()).toEqual({ a: 1 });
    expect(some.logs.join()).toContain('"z"');
    expect((await trial('return { z: 2 }', { outputs: ['a'] }).failure()).code).toBe('code_undeclared_output');
  });

  it('refuses a promise inside a result', async () => {
    const error = await trial('const f = () => { return 1 };\n  return { a: [Promise.resolve(1)] }').failure();
    expect(error.at).toEqual({ line: 2, column: 3 });
    expect(error.code).toBe('UNSERIALIZABLE');
    expect(error.message).toContain('a[0]');
    expect(error.next).toContain('Await');
  });

  it('says where a promise was handed over, when one place can be it', async () => {
    const at = async (body: string) => (await trial(`// first line\n${body}`).failure()).at;
    expect(await at('  await output("x", { a: Promise.resolve(1) });')).toMatchObject({ line: 2 });
    expect(await at('await emit({ x: Promise.resolve(1), y: 2 });')).toMatchObject({ line: 2 });
    expect(await at('await output("x", 1);\nawait output("x", Promise.resolve(1));')).toMatchObject({ line: 3 });
  });

  it('advises an Error where something else was thrown', async () => {
    const error = await trial('throw { a: 1 };').failure();
    expect(error).toMatchObject({ code: 'GUEST', next: expect.stringContaining('Throw an Error') });
  });

  it('refuses to pass on a result that was turned into text', async () => {
    expect(
      (await trial('return { a: "x".repeat(6e6), b: "y".repeat(6e6) }', { properties: { memory_mb: 512 } }).failure())
        .code,
    ).toBe('LIMIT');
  });
});

describe('what a body sees', () => {
  it('reads inputs without prototype, with any name and any key', async () => {
    const t = trial(
      'return [Object.getPrototypeOf(inputs), inputs["my-name"], Object.keys(inputs.row), inputs.toString === undefined]',
      {
        inputs: { 'my-name': 1, row: JSON.parse('{"__proto__": 1, "constructor": 2}') },
      },
    );
    expect(await t.run()).toEqual({ output: [null, 1, ['__proto__', 'constructor'], true] });
  });

  it('leaves out names it keeps for itself, and says so', async () => {
    const t = trial('return Object.keys(inputs)', { inputs: { ok: 1, code: 2, _x: 3, constructor: 4 } });
    expect(await t.run()).toEqual({ output: ['ok'] });
    expect(t.logs).toHaveLength(3);
  });

  it('never changes the values of other nodes', async () => {
    const row = { n: 1 };
    await trial('inputs.row.n = 2; inputs.more = 3; return 1', { inputs: { row } }).run();
    expect(row).toEqual({ n: 1 });
  });

  it('keeps state between runs, also after a failing one', async () => {
    const state = {};
    const code = 'state.n = (state.n ?? 0) + 1; if (inputs.fail) throw new Error("x"); return state.n';
    await trial(code, { state }).run();
    await trial(code, { state, inputs: { fail: true } }).failure();
    expect(await trial(code, { state }).run()).toEqual({ output: 3 });
  });

  it('passes on console lines and progress', async () => {
    const t = trial('console.log("a", 1); console.warn("b"); console.error("c"); progress(40, "half")');
    await t.run();
    expect(t.logs).toEqual(['info: a 1', 'warning: b', 'error: c']);
    expect(t.progress).toEqual([[40, 'half']]);
  });
});

describe('time and cancellation', () => {
  it('ends a loop at its timeout', async () => {
    const error = await trial('while (true) {}', { properties: { timeout: 0.2 } }).failure();
    expect(error.code).toBe('TIMEOUT');
    expect(error.next).toContain('timeout');
  });

  it('does not charge the wait for room to the body', async () => {
    const t = trial('await emit("a", 1); await emit("a", 2); await output("b", 3)', {
      outputs: ['a', 'b'],
      properties: { timeout: 0.3 },
      onEmit: () => new Promise((resolve) => setTimeout(resolve, 400)),
    });
    expect(await t.run()).toEqual({ b: 3 });
  });

  it('is ended by a cancel', async () => {
    const stopper = new AbortController();
    const error = await trial('await emit("a", 1); await sleep(5000)', {
      outputs: ['a'],
      signal: stopper.signal,
      onEmit: () => stopper.abort(),
    }).failure();
    expect(error.code).toBe('CANCELLED');
  });

  it('hands settings to the sandbox', async () => {
    const seen: RunSandboxOptions[] = [];
    const fake = async (options: RunSandboxOptions): Promise<RunSandboxResult> => {
      seen.push(options);
      return { success: true, result: null, logs: [] };
    };
    await trial('await output("a", 1)', {
      properties: { timeout: 0, memory_mb: 200 },
      environment: { runInSandbox: fake },
    }).run();
    expect(seen[0]?.timeoutMs).toBe(Number.POSITIVE_INFINITY);
    expect(seen[0]?.limits).toMatchObject({
      memoryLimitBytes: 209_715_200,
      secretScope: [],
      allowPrivateNetwork: false,
    });
  });
});

const catalog: SandboxModuleCatalog = {
  summaries: () => [
    { specifier: '@acme/sandbox-geo', packName: '@acme/sandbox-geo', kind: 'js', contentDigest: 'a'.repeat(64) },
  ],
  diagnostics: () => [],
  packs: () => [],
  packSkill: () => undefined,
  authorizeDelivery: async () => ({ authorized: false, reason: 'forbidden', message: '' }),
  resolveForExecution: (declarations) => ({
    modules: declarations
      .filter((one) => one.specifier === '@acme/sandbox-geo')
      .map((one) => ({
        kind: 'js',
        specifier: one.specifier,
        packName: one.specifier,
        contentDigest: 'a'.repeat(64),
        moduleId: 'index.js',
        source: 'export const far = 42;',
        graph: [{ id: 'index.js', kind: 'js', source: 'export const far = 42;', dependencies: [], internal: false }],
      })),
    statuses: declarations.map((one) =>
      one.specifier === '@acme/sandbox-geo'
        ? one.contentDigest
          ? { specifier: one.specifier, status: 'warning', message: 'the pack changed' }
          : { specifier: one.specifier, status: 'ok' }
        : {
            specifier: one.specifier,
            status: 'error',
            code: 'module-not-found',
            message: 'no installed pack serves it',
            packName: one.specifier,
          },
    ),
  }),
};

describe('imports', () => {
  it('runs with what the catalog has, and warns of a pin that differs', async () => {
    const t = trial('import { far } from "@acme/sandbox-geo";\nreturn far', {
      environment: { catalog },
      properties: { packages: ['x', { specifier: '@acme/sandbox-geo', contentDigest: 'b' }] },
    });
    expect(t.issues()).toEqual([]);
    expect(await t.run()).toEqual({ output: 42 });
    expect(t.logs).toEqual(['warning: the pack changed']);
  });

  it.each([
    ['@acme/sandbox-goe', 'Did you mean "@acme/sandbox-geo"?'],
    ['geo', 'Did you mean "@acme/sandbox-geo"?'],
    ['left-pad', 'Install a pack'],
    ['node:fs', 'packs by name'],
    ['./x.js', 'packs by name'],
  ])('refuses %s before the run and says what to do', (specifier, next) => {
    const [issue] = trial(`const a = 1;\n  import { x } from ${JSON.stringify(specifier)};\nreturn x`, {
      environment: { catalog },
    }).issues();
    expect(issue).toMatchObject({ code: 'code_package_unavailable', at: { line: 2, column: 3 } });
    expect(issue?.message).toContain(`"${specifier}"`);
    expect(issue?.next).toContain(next);
  });

  it('refuses every import where there is no catalog', () => {
    expect(trial('import "@acme/sandbox-geo"').issues()[0]?.message).toContain('not available in this process');
  });
});

describe('checks before a run', () => {
  it.each([
    ['const = 1', 'code_syntax'],
    ['await import("x")', 'code_module'],
    ['require("x")', 'code_module'],
    ['export default 1', 'code_module'],
    ['for await (const x of stream("a")) ;', 'unsupported'],
    ['   ', 'property'],
  ])('%s is %s', (code, expected) => {
    expect(
      trial(code)
        .issues()
        .map((issue) => issue.code),
    ).toContain(expected);
  });

  it('names the file of a body that lives in one', () => {
    const [issue] = trial('const a = 1;\nconst b = ;', { properties: { codeFile: 'clean.js' } }).issues();
    expect(issue?.at).toEqual({ file: 'clean.js', line: 2, column: 11 });
    expect(trial(undefined, { properties: { codeFile: 'clean.js' } }).issues()[0]?.code).toBe('code_file');
  });

  it('names an output that is misspelt', () => {
    const [issue] = trial('await output("row", 1)', { outputs: ['rows'] }).issues();
    expect(issue).toMatchObject({
      code: 'code_undeclared_output',
      next: 'Did you mean "rows"?',
      at: { line: 1, column: 7 },
    });
  });

  it.each([
    [{ secrets: ['KEY'] }, 'secrets'],
    [{ allow_local_network: true }, 'allow_local_network'],
    [{ allow_host_filesystem: true }, 'allow_host_filesystem'],
  ])('refuses %j by name', (properties, property) => {
    expect(trial('return 1', { properties }).issues()).toMatchObject([{ code: 'capability_unavailable', property }]);
  });

  it.each([
    [{ timeout: -1 }, 'timeout'],
    [{ memory_mb: 0 }, 'memory_mb'],
    [{ memory_mb: 1000 }, 'memory_mb'],
  ])('refuses %j', (properties, property) => {
    expect(trial('return 1', { properties }).issues()).toMatchObject([{ code: 'property', property }]);
  });
});
