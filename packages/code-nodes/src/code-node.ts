/**
 * The Code node.
 * @module
 */
import {
  defineNode,
  NodeError,
  type NodeFacts,
  type NodeRun,
  type OutputKind,
  type RunSandboxFailure,
  SANDBOX_LIMITS,
  type SandboxModuleResolution,
  type SourcePosition,
} from '@nodetool-ai/protocol';
import { createSandboxClock } from '@nodetool-ai/sandbox-core';
import { analyseBody, type BodyAnalysis, type BodyPosition } from './analyse-body.js';
import { checkBody } from './check-body.js';
import { bodyFailure } from './failure.js';
import { GROUP_NAME, INPUTS_GLOBAL, preludeSource } from './guest/prelude.js';
import { resolveImports } from './resolve-imports.js';

const MIB = 1024 * 1024;

/** Most that one value of an output may measure as JSON. UTF-16 units. */
export const MAX_VALUE_CHARS = SANDBOX_LIMITS.maxOutputSize.ceiling;

/** What is worked out once per node and run. */
interface Prepared {
  code: string;
  usesCalls: boolean;
  prelude: string;
  modules: SandboxModuleResolution | undefined;
  place: (position: { line: number; column?: number }) => SourcePosition;
  /** Where the body hands over what the failure says cannot leave, when it does so at one place only. */
  handedOverAt: (failure: RunSandboxFailure) => BodyPosition | undefined;
}

/**
 * `nodetool.code.Code`: a JavaScript body, run in a fresh guest once per item.
 *
 * The body reads `inputs`, delivers with `await emit(name, value)` or `await emit({ a, b })` while it runs and with
 * `await output(name, value)` at its end, keeps data between items in `state`, tells `progress(percent, message)`.
 * A body without `emit` and `output` may `return` an object of outputs instead; any other value goes to `output`.
 * Its static imports say which packs it needs. It does not protect outputs from what the body puts in them.
 *
 * Fails with every code of a sandbox run, and before the run with `code_syntax`, `code_module`,
 * `code_package_unavailable`, `code_undeclared_output`, `capability_unavailable`.
 */
export const codeNode = defineNode({
  type: 'nodetool.code.Code',
  title: 'Code',
  description: 'Runs JavaScript in a sandbox.',
  supportsDynamicInputs: true,
  supportsDynamicOutputs: true,
  inputs: {
    code: { type: 'str', description: 'The body.', default: 'return {};', setting: true },
    codeFile: { type: 'str', description: 'File with the body, beside the workflow; instead of code.', setting: true },
    timeout: { type: 'float', description: 'Seconds one run may take; 0 for no limit.', default: 30, setting: true },
    memory_mb: {
      type: 'float',
      description: 'Memory of one run in MiB, 1 to 512.',
      default: SANDBOX_LIMITS.memoryLimitBytes.default / MIB,
      setting: true,
    },
    max_response_mb: {
      type: 'float',
      description: 'Most that is read of one response, in MiB.',
      default: 1,
      setting: true,
    },
    allow_local_network: {
      type: 'bool',
      description: 'Whether private addresses may be reached.',
      default: false,
      setting: true,
    },
    allow_host_filesystem: {
      type: 'bool',
      description: 'Whether files outside the workspace may be used.',
      default: false,
      setting: true,
    },
    secrets: { type: 'list', description: 'Names of secrets the body may read.', default: [], setting: true },
    script: { type: 'dict', description: 'Where a linked body came from.', default: {}, setting: true },
    packages: { type: 'list', description: 'Versions of packs the body was written with.', default: [], setting: true },
  },
  outputs: {},
  check: (facts, environment) => checkBody(facts, environment, analyse(facts)),
  outputKinds: (facts) => kindsOf(facts, analyse(facts)),
  run: (run) => runBody(run, prepare(run)),
});

const analyses = new WeakMap<object, BodyAnalysis>();

function analyse(facts: NodeFacts): BodyAnalysis {
  let analysis = analyses.get(facts.node);
  if (!analysis) {
    analysis = analyseBody(String(facts.properties.get('code') ?? ''));
    analyses.set(facts.node, analysis);
  }
  return analysis;
}

/** What an `emit` call names is an iteration; with a computed name, every output may be. */
function kindsOf(facts: NodeFacts, analysis: BodyAnalysis): Map<string, OutputKind> {
  const kinds = new Map<string, OutputKind>();
  if (analysis.status === 'unparsable') return kinds;
  for (const { verb, name } of analysis.calls) {
    if (verb === 'emit') kinds.set(name, 'iteration');
    else if (!kinds.has(name)) kinds.set(name, 'single');
  }
  if (analysis.hasComputedName) for (const name of facts.outputs) kinds.set(name, 'iteration');
  return kinds;
}

function prepare(run: NodeRun): Prepared {
  const key = `${codeNode.type}:${run.node.id}`;
  const cached = run.environment.shared.get(key) as Prepared | undefined;
  if (cached) return cached;
  const prepared = prepareBody(run);
  run.environment.shared.set(key, prepared);
  return prepared;
}

function prepareBody(run: NodeRun): Prepared {
  const written = String(run.inputs['code']);
  const analysis = analyses.get(run.node) ?? analyseBody(written);
  const file = run.inputs['codeFile'];
  const name = (position: { line: number; column?: number }): SourcePosition =>
    typeof file === 'string' && file !== '' ? { ...position, file } : position;
  if (analysis.status === 'unparsable') {
    // Refused before the run; the sandbox tells it in its own words if a caller came here without that check.
    const handedOverAt = () => undefined;
    return { code: written, usesCalls: true, prelude: '', modules: undefined, place: name, handedOverAt };
  }
  const usesCalls = analysis.calls.length > 0 || analysis.hasComputedName;
  const resolved = resolveImports(analysis.imports, run.inputs['packages'], run.environment.catalog);
  for (const warning of resolved.warnings) run.log('warning', warning);
  const [refused] = resolved.refused;
  if (refused)
    throw new NodeError('code_package_unavailable', refused.message, { next: refused.next, at: name(refused.at) });
  const last = usesCalls ? undefined : analysis.lastExpression;
  const RETURN = 'return ';
  return {
    code: last ? `${written.slice(0, last.offset)}${RETURN}${written.slice(last.offset)}` : written,
    usesCalls,
    prelude: preludeSource([...run.outputs]),
    modules: resolved.resolution,
    handedOverAt({ errorInfo: { code, message } }) {
      // The sandbox names the value by where it was given: `result.a[0]`, or `output[1].a`.
      const verb = /^(?:emit|output)(?=\[)/.exec(message)?.[0];
      if (verb === undefined) return code === 'UNSERIALIZABLE' ? (last ?? onlyPlace(analysis.returns)) : undefined;
      return analysis.hasComputedName ? undefined : onlyPlace(analysis.calls.filter((call) => call.verb === verb));
    },
    place: ({ line, column }) => {
      if (column === undefined) return name({ line });
      const isShifted = last !== undefined && line === last.line && column >= last.column + RETURN.length;
      return name({ line, column: isShifted ? column - RETURN.length : column });
    },
  };
}

/** One `emit({ a, b })` is two calls at one place. */
function onlyPlace(places: readonly BodyPosition[]): BodyPosition | undefined {
  const [first] = places;
  return places.every((one) => one.line === first?.line && one.column === first.column) ? first : undefined;
}

async function runBody(run: NodeRun, prepared: Prepared): Promise<ReadonlyMap<string, unknown>> {
  const { environment } = run;
  const clock = createSandboxClock();
  const timeout = Number(run.inputs['timeout']);
  const result = await environment.runInSandbox({
    code: prepared.code,
    prelude: prepared.prelude,
    globals: { [INPUTS_GLOBAL]: bodyInputs(run), state: run.state },
    timeoutMs: timeout === 0 ? Number.POSITIVE_INFINITY : timeout * 1000,
    // Waiting for room downstream is the consumer's time, however long it takes.
    clock,
    suspendAllowanceMs: Number.POSITIVE_INFINITY,
    signal: run.signal,
    limits: {
      maxOutputSize: MAX_VALUE_CHARS,
      memoryLimitBytes: Number(run.inputs['memory_mb']) * MIB,
      maxResponseBodyBytes: Math.round(Number(run.inputs['max_response_mb']) * MIB),
      allowPrivateNetwork: false,
      filesystemAccess: 'workspace',
      secretScope: [],
    },
    onLog: (level, message) => run.log(level === 'error' ? 'error' : level === 'warn' ? 'warning' : 'info', message),
    onProgress: (percent, message) => run.progress(percent, message),
    onEmit: async (name, value) => {
      const resume = clock.suspend();
      try {
        await run.emit(itemOf(name, value));
      } finally {
        resume();
      }
    },
    ...(prepared.modules ? { modules: prepared.modules } : {}),
    ...(environment.hostModules ? { hostModules: environment.hostModules } : {}),
    ...(environment.execution ? { execution: environment.execution } : {}),
  });
  for (const warning of result.warnings ?? []) run.log('warning', warning);
  if (!result.success) throw bodyFailure(result, prepared.place, prepared.handedOverAt(result));
  if (prepared.usesCalls) {
    const finals = new Map(Object.entries(result.outputs ?? {}));
    for (const [name, value] of finals) refuseCut(name, value);
    return finals;
  }
  if (result.truncated?.result) throw tooLarge('What the body returned');
  return returnedOutputs(result.result, run);
}

/** A class of its own: only plain objects are copied back into the caller's after a run. */
class BodyInputs {
  [name: string]: unknown;
}

/** Values by name. What the node keeps for itself is left out, and said. */
function bodyInputs(run: NodeRun): BodyInputs {
  const inputs = new BodyInputs();
  for (const [name, value] of run.dynamicInputs) {
    const isKept =
      Object.hasOwn(codeNode.inputs, name) || name.startsWith('_') || name === 'constructor' || name === 'prototype';
    if (!isKept) inputs[name] = value;
    else if (value !== undefined)
      run.log('warning', `The input "${name}" is not passed to the body: the name is taken. Rename it.`);
  }
  return inputs;
}

function itemOf(name: string, value: unknown): ReadonlyMap<string, unknown> {
  const item =
    name === GROUP_NAME ? new Map(Object.entries(value as Record<string, unknown>)) : new Map([[name, value]]);
  for (const [one, content] of item) refuseCut(one, content);
  return item;
}

/** A text above the limit arrives cut; data for another node is never passed on like that. */
function refuseCut(name: string, value: unknown): void {
  if (typeof value === 'string' && value.length > MAX_VALUE_CHARS) throw tooLarge(`The text for the output "${name}"`);
}

function tooLarge(what: string): NodeError {
  return new NodeError(
    'LIMIT',
    `${what} is larger than ${MAX_VALUE_CHARS.toLocaleString('en')} characters (maxOutputSize).`,
    {
      next: 'Emit it in pieces.',
    },
  );
}

/** What a body without `emit` and `output` returned: an object of outputs, or one value for `output`. */
function returnedOutputs(returned: unknown, run: NodeRun): Map<string, unknown> {
  if (returned === null || returned === undefined) return new Map();
  const isBag = typeof returned === 'object' && !Array.isArray(returned) && !(returned instanceof Uint8Array);
  const values = isBag ? new Map(Object.entries(returned)) : new Map([['output', returned]]);
  if (run.outputs.size === 0 || values.size === 0) return values;
  const stray = [...values.keys()].filter((name) => !run.outputs.has(name));
  const outputs = quoted(run.outputs);
  if (stray.length === values.size) {
    const what = isBag ? `only ${quoted(stray)}` : 'a single value';
    throw new NodeError(
      'code_undeclared_output',
      `The body returned ${what}; the outputs of the node are ${outputs}.`,
      {
        next: 'Return an object with a key for each output, or call output(name, value).',
      },
    );
  }
  for (const name of stray) values.delete(name);
  if (stray.length > 0)
    run.log('warning', `The body returned ${quoted(stray)}, which the node has no output for: ${outputs}.`);
  return values;
}

function quoted(names: Iterable<string>): string {
  return [...names].map((name) => `"${name}"`).join(', ');
}
