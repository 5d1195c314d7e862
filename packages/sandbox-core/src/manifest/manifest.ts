/**
 * The manifest: what a program finds, must do without, and is held to.
 * @module
 */
import { SANDBOX_LIMITS, type SandboxLimitKey } from '@nodetool-ai/protocol/core';
import { resolveSandboxLimits } from '../limits.js';
import {
  ABSENT_GUEST_GLOBALS,
  BLOCKED_TIMER_GLOBALS,
  DELETED_GUEST_GLOBALS,
  EXPOSED_BRIDGE_NAMES,
  type ExposedBridgeName,
  GUEST_GLOBALS_SNAPSHOT,
  GUEST_HELPER_NAMES,
  type GuestHelperName,
  LATER_GUEST_NAMES,
} from '../name-tables.js';
import { FIXED_CAPS } from './fixed-caps.js';
import { NOTES } from './notes.js';
import { BRIDGE_SURFACES, HELPER_SURFACES } from './surface/index.js';
import type { SurfaceMember } from './surface/shape.js';
import type {
  SandboxManifest,
  SandboxManifestBridge,
  SandboxManifestHelper,
  SandboxManifestLimit,
  SandboxManifestMember,
} from './types.js';

let cached: SandboxManifest | undefined;

/**
 * The surface of a guest as data: bridges, helpers, globals, absent names, limits and notes.
 *
 * It is the source of prompts, documents, editor help and static checks. The object is made once and deeply frozen.
 *
 * @example
 * getSandboxManifest().bridges.find(({ name }) => name === 'sleep')?.members[0]?.signature; // 'sleep(ms?: number): Promise<undefined>'
 */
export function getSandboxManifest(): SandboxManifest {
  cached ??= deepFreeze(buildManifest());
  return cached;
}

/** Every name that the manifest vouches for: globals, and members as `ns.fn`. Sorted, each once. */
export function sandboxManifestNames(): string[] {
  const { bridges, guestHelpers, nativeGlobals } = getSandboxManifest();
  const names = [
    ...nativeGlobals,
    ...bridges.flatMap(({ name, members, internalMembers }) => [name, ...namesOf(members), ...(internalMembers ?? [])]),
    ...guestHelpers.flatMap(({ name, members }) => [name, ...namesOf(members ?? [])]),
  ];
  return [...new Set(names)].sort();
}

const namesOf = (members: readonly SandboxManifestMember[]): string[] => members.map(({ name }) => name);

function buildManifest(): SandboxManifest {
  const known = new Set([...EXPOSED_BRIDGE_NAMES, ...GUEST_HELPER_NAMES]);
  return {
    nodeType: 'nodetool.code.Code',
    runtime: 'quickjs',
    bridges: EXPOSED_BRIDGE_NAMES.flatMap((name) => bridgeOf(name as ExposedBridgeName)),
    guestHelpers: GUEST_HELPER_NAMES.flatMap((name) => helperOf(name as GuestHelperName)),
    nativeGlobals: GUEST_GLOBALS_SNAPSHOT.filter((name) => !known.has(name)),
    blockedGlobals: [...BLOCKED_TIMER_GLOBALS, ...DELETED_GUEST_GLOBALS, ...ABSENT_GUEST_GLOBALS].sort(),
    nodeGlobals: ['inputs', 'state', 'nodetool', 'tools'],
    limits: [...clampedLimits(), ...fixedLimits()],
    notes: NOTES.map((note) => ({ ...note })),
  };
}

function bridgeOf(name: ExposedBridgeName): SandboxManifestBridge[] {
  const surface = BRIDGE_SURFACES[name];
  if (surface === undefined || isLater(name)) return [];
  const { kind, description, members, internalMembers } = surface;
  return [
    {
      name,
      kind: kind === 'function' ? 'function' : 'namespace',
      description,
      members: members.map(memberOf),
      ...(internalMembers !== undefined && { internalMembers: [...internalMembers] }),
      ...(kind === 'value' && { internal: true }),
    },
  ];
}

function helperOf(name: GuestHelperName): SandboxManifestHelper[] {
  const surface = HELPER_SURFACES[name];
  if (surface === undefined || isLater(name)) return [];
  const { call, members } = surface;
  return [{ ...memberOf(call), name, ...(members !== undefined && { members: members.map(memberOf) }) }];
}

function memberOf({
  name,
  forms,
  description,
  requiresContext,
  requiresProgressSink,
}: SurfaceMember): SandboxManifestMember {
  return {
    name,
    signature: forms.map((form) => `${name}${form}`).join('\n'),
    description,
    async: /\): Promise<.*>$/.test(forms[0]),
    ...(requiresContext && { requiresContext }),
    ...(requiresProgressSink && { requiresProgressSink }),
  };
}

/** Values and ceilings come from the clamp itself, so that they cannot differ from what holds. */
function clampedLimits(): SandboxManifestLimit[] {
  const values = resolveSandboxLimits();
  const keys = Object.keys(SANDBOX_LIMITS) as SandboxLimitKey[];
  const most = Object.fromEntries(keys.map((key) => [key, Number.MAX_SAFE_INTEGER]));
  const ceilings = resolveSandboxLimits(most);
  return keys.map((key) => ({
    key,
    description: SANDBOX_LIMITS[key].description,
    unit: SANDBOX_LIMITS[key].unit,
    value: values[key],
    ceiling: ceilings[key],
  }));
}

function fixedLimits(): SandboxManifestLimit[] {
  const present = FIXED_CAPS.filter(({ of }) => of === undefined || !isLater(of));
  return present.map(({ key, description, unit, value }) => ({ key, description, unit, value }));
}

const isLater = (name: string): boolean => LATER_GUEST_NAMES.includes(name);

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
