/**
 * Looks through the options of a run before anything of it begins. TypeScript finds most of this; callers without it,
 * and values from files and environments, do not have its help.
 * @module
 */
import {
  type ResolvedSandboxLimits,
  type RunSandboxOptions,
  SANDBOX_LIMITS,
  type SandboxLimitKey,
} from '@nodetool-ai/protocol/core';
import { nearestName } from './modules/nearest.js';

/** What has to be said of options: `problem` ends the run before it begins, a warning does not. */
export interface CheckedOptions {
  problem?: string;
  warnings: string[];
}

type Kind = 'function' | 'object' | 'number' | 'signal' | 'execution' | 'own';

/** Kinds of all options; `own` ones are checked where they are read, with a code of their own. */
const KINDS: Readonly<Record<keyof RunSandboxOptions, Kind>> = {
  code: 'own',
  timeoutMs: 'number',
  globals: 'object',
  prelude: 'own',
  signal: 'signal',
  limits: 'object',
  onProgress: 'function',
  onEmit: 'function',
  onLog: 'function',
  clock: 'own',
  suspendAllowanceMs: 'number',
  context: 'object',
  onTakeInput: 'function',
  onStreamOpen: 'function',
  capabilities: 'own',
  resolveMediaRef: 'function',
  promoteMedia: 'function',
  network: 'object',
  modules: 'own',
  hostModules: 'object',
  wasmPool: 'object',
  execution: 'execution',
};
const OPTION_NAMES = Object.keys(KINDS);

type Switch = Exclude<keyof ResolvedSandboxLimits, SandboxLimitKey>;
const SWITCHES: Readonly<Record<Switch, (value: unknown) => boolean>> = {
  allowPrivateNetwork: (value) => typeof value === 'boolean',
  userAgent: (value) => typeof value === 'string',
  filesystemAccess: (value) => value === 'workspace' || value === 'host',
  secretScope: (value) => value === null || Array.isArray(value),
};
const LIMIT_NAMES = [...Object.keys(SANDBOX_LIMITS), ...Object.keys(SWITCHES)];

/** Checks the names and kinds of options. Values that only miss their range are clamped elsewhere, without a word. */
export function checkOptions(options: RunSandboxOptions): CheckedOptions {
  const warnings: string[] = [];
  let problem: string | undefined;
  for (const name of Object.keys(options)) {
    const value = (options as unknown as Record<string, unknown>)[name];
    if (!Object.hasOwn(KINDS, name)) warnings.push(unknown('option', name, OPTION_NAMES));
    else if (value !== undefined) problem ??= judge(name, KINDS[name as keyof RunSandboxOptions], value, warnings);
  }
  problem ??= checkLimits(options.limits, warnings);
  return problem === undefined ? { warnings } : { problem, warnings };
}

function judge(name: string, kind: Kind, value: unknown, warnings: string[]): string | undefined {
  switch (kind) {
    case 'function':
      return typeof value === 'function' ? undefined : `option ${name} must be a function`;
    case 'object':
      return typeof value === 'object' ? undefined : `option ${name} must be an object`;
    case 'signal':
      return isSignal(value)
        ? undefined
        : 'option signal must be an AbortSignal: give the `signal` of a controller, not the controller';
    case 'number':
      if (typeof value !== 'number') warnings.push(`option ${name} is not a number; its default holds`);
      return undefined;
    case 'execution':
      if (value !== 'auto' && value !== 'worker' && value !== 'inline')
        warnings.push('option execution is none of "auto", "worker" and "inline"; "auto" holds');
      return undefined;
    case 'own':
      return undefined;
  }
}

/** A scope that cannot be read must not open every secret. */
function checkLimits(limits: unknown, warnings: string[]): string | undefined {
  if (typeof limits !== 'object' || limits === null) return undefined;
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined) continue;
    if (Object.hasOwn(SANDBOX_LIMITS, name)) {
      if (value !== null && typeof value !== 'number')
        warnings.push(
          `limit ${name} is not a number; its default, ${SANDBOX_LIMITS[name as SandboxLimitKey].default}, holds`,
        );
    } else if (!Object.hasOwn(SWITCHES, name)) warnings.push(unknown('limit', name, LIMIT_NAMES));
    else if (!SWITCHES[name as Switch](value)) {
      if (name === 'secretScope') return 'limit secretScope must be a list of names, or null for every secret';
      warnings.push(`limit ${name} has no value that is known; its default holds`);
    }
  }
  return undefined;
}

function isSignal(value: unknown): boolean {
  const signal = value as Partial<AbortSignal> | null;
  return (
    typeof signal === 'object' &&
    typeof signal?.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function' &&
    typeof signal.removeEventListener === 'function'
  );
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return `${what} "${name.slice(0, 100)}" is not known and has no effect${near === undefined ? '' : `. Did you mean "${near}"?`}`;
}
