/**
 * `buildSandbox`: the surface of a guest as plain functions of the host.
 * @module
 */
import type { ProcessingContext, RunSandboxOptions } from '@nodetool-ai/protocol/core';
import { createDeliveries } from './bridges/deliveries.js';
import { hostChannel } from './build-sandbox/host-channel.js';
import type { BuildSandboxOptions } from './build-sandbox/options.js';
import { loadHostWorld } from './generated/host-world.js';
import { resolveSandboxLimits } from './limits.js';
import { BLOCKED_TIMER_GLOBALS, GUEST_GLOBALS_SNAPSHOT } from './name-tables.js';

export type { BuildSandboxOptions };

/** Where the streams of the positional form come from. */
export type BuildSandboxStreams = Pick<RunSandboxOptions, 'onTakeInput' | 'onStreamOpen'>;

/** A surface, and what came out of it so far. */
export interface BuiltSandbox {
  /** By global name: bridges, helpers, classes, native names; timers are `undefined`. */
  sandbox: Record<string, unknown>;
  /** Console lines, with the prefix of their level. */
  getLogs(): string[];
  /** Values given to `output`. */
  getOutputs(): Record<string, unknown>;
  /** Values emitted while there is no `onEmit`. */
  getEmitted(): { name: string; value: unknown }[];
}

type Positional = [
  context?: ProcessingContext | null | undefined,
  signal?: AbortSignal | undefined,
  limits?: RunSandboxOptions['limits'] | undefined,
  onProgress?: RunSandboxOptions['onProgress'] | undefined,
  onLog?: RunSandboxOptions['onLog'] | undefined,
  onEmit?: RunSandboxOptions['onEmit'] | undefined,
  streams?: BuildSandboxStreams | undefined,
  resolveMediaRef?: RunSandboxOptions['resolveMediaRef'] | undefined,
  promoteMedia?: RunSandboxOptions['promoteMedia'] | undefined,
];

/**
 * Builds the surface of one run as plain functions of the host, for tests and for hosts that inspect it.
 *
 * The functions are the guest's own over the bridges of a run: same names, same checks, same errors, limits of fetch,
 * files, media, deliveries and logs included. They reject or throw normally. Two calls share nothing that can change.
 *
 * It confines nothing: there is no engine, no budget of time or memory, and `sandbox` holds references to the host's
 * own classes. Never evaluate foreign code with it; that is what `runInSandbox` is for.
 *
 * The positional form `(context, signal, limits, onProgress, onLog, onEmit, streams, resolveMediaRef, promoteMedia)` of
 * older hosts is accepted as well.
 *
 * @param options.signal - once it fires, calls in flight and later ones reject with `ExecutionCancelled`
 * @param options.limits - clamped as for a run
 * @example
 * const { sandbox, getLogs } = buildSandbox({ context: createMemoryContext() });
 * await sandbox.workspace.write('a.txt', 'tea');
 * sandbox.console.log(await sandbox.workspace.read('a.txt'));
 * getLogs(); // ['tea']
 */
export function buildSandbox(options?: BuildSandboxOptions): BuiltSandbox;
export function buildSandbox(...positional: Positional): BuiltSandbox;
export function buildSandbox(...given: unknown[]): BuiltSandbox {
  const options = optionsOf(given as [BuildSandboxOptions?] | Positional);
  const limits = resolveSandboxLimits(options.limits);
  const { run, channel } = hostChannel(options, limits);
  // Classes that only the engine has; without them the world would miss its own kind of error.
  const engine = Object.assign(Object.create(globalThis), { InternalError: class InternalError extends Error {} });
  const world = loadHostWorld(channel, engine)(limits.secretScope);
  const sandbox: Record<string, unknown> = {};
  for (const name of GUEST_GLOBALS_SNAPSHOT) {
    const value = Object.hasOwn(world, name) ? undefined : (engine as Record<string, unknown>)[name];
    if (value !== undefined) sandbox[name] = value;
  }
  Object.assign(sandbox, world);
  for (const name of BLOCKED_TIMER_GLOBALS) sandbox[name] = undefined;
  sandbox['globalThis'] = sandbox;
  return {
    sandbox,
    getLogs: () => [...run.logs],
    getOutputs: () => Object.fromEntries(run.own(createDeliveries).outputs),
    getEmitted: () => [...run.own(createDeliveries).emitted],
  };
}

/** Members that tell a context from options: no option has such a name. */
const CONTEXT_MEMBERS = [
  'userId',
  'workflowId',
  'jobId',
  'workspace',
  'resolveWorkspacePath',
  'getSecret',
  'assetToSandbox',
  'sandboxToAsset',
  'resolveAssetBytes',
  'hasModelInterface',
  'createAsset',
  'storage',
] as const satisfies (keyof ProcessingContext)[];

function optionsOf(given: [BuildSandboxOptions?] | Positional): BuildSandboxOptions {
  const [first] = given;
  const isContext = typeof first === 'object' && first !== null && CONTEXT_MEMBERS.some((member) => member in first);
  if (given.length <= 1 && !isContext) return (first as BuildSandboxOptions | null | undefined) ?? {};
  const [context, signal, limits, onProgress, onLog, onEmit, streams, resolveMediaRef, promoteMedia] =
    given as Positional;
  const { onTakeInput, onStreamOpen } = streams ?? {};
  const all = { signal, limits, onProgress, onLog, onEmit, onTakeInput, onStreamOpen, resolveMediaRef, promoteMedia };
  const set = Object.entries({ context: context ?? undefined, ...all }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set);
}
