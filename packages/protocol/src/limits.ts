/**
 * Every clampable limit of a run: sentence, unit, default, minimum, ceiling.
 * @module
 */

/** Unit of a limit; `chars` are UTF-16 units. */
export type LimitUnit = 'bytes' | 'chars' | 'count' | 'ms';

/** One row of the limits table. */
export interface LimitRow {
  description: string;
  unit: LimitUnit;
  default: number;
  min: number;
  ceiling: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** Magnitudes a caller may set per run; each is clamped into `min`…`ceiling`, and no value switches a protection off. */
export const SANDBOX_LIMITS = {
  maxFetchCalls: {
    description: 'Calls of fetch in one run, redirects not counted.',
    unit: 'count',
    default: 20,
    min: 0,
    ceiling: 100,
  },
  maxResponseBodyBytes: {
    description: 'Decompressed bytes read from one response; the rest is cut off.',
    unit: 'bytes',
    default: 1_000_000,
    min: KIB,
    ceiling: 50 * MIB,
  },
  maxOutputSize: {
    description: 'JSON text of a result, an emitted value or an output, byte arrays not counted.',
    unit: 'chars',
    default: 100_000,
    min: KIB,
    ceiling: 10 * MIB,
  },
  memoryLimitBytes: {
    description: 'All memory of the guest: objects, strings and buffers.',
    unit: 'bytes',
    default: 64 * MIB,
    min: MIB,
    ceiling: 512 * MIB,
  },
  stackLimitBytes: {
    description: 'Call stack of the guest; more than 4 MiB has no further effect.',
    unit: 'bytes',
    default: 512 * KIB,
    min: 16 * KIB,
    ceiling: 8 * MIB,
  },
  runMediaBytes: {
    description: 'Bytes of media held by a run, and of byte arrays inside one value.',
    unit: 'bytes',
    default: 256 * MIB,
    min: MIB,
    ceiling: 2048 * MIB,
  },
  fetchTimeoutMs: {
    description: 'Duration of one fetch, all redirects and the body included.',
    unit: 'ms',
    default: 15_000,
    min: 100,
    ceiling: 120_000,
  },
  workspaceReadBytes: {
    description: 'Size of one file read from the workspace.',
    unit: 'bytes',
    default: 64 * MIB,
    min: KIB,
    ceiling: 512 * MIB,
  },
  workspaceWriteBytes: {
    description: 'Bytes written to the workspace in one run.',
    unit: 'bytes',
    default: 512 * MIB,
    min: 0,
    ceiling: 8192 * MIB,
  },
  maxBridgeCalls: {
    description: 'Bridge calls in one run.',
    unit: 'count',
    default: 100_000,
    min: 1000,
    ceiling: 1_000_000,
  },
  maxInFlightBridgeCalls: {
    description: 'Bridge calls the host works on at the same time; further calls wait in order.',
    unit: 'count',
    default: 256,
    min: 1,
    ceiling: 4096,
  },
} as const satisfies Record<string, LimitRow>;

/** Key of a clampable limit. */
export type SandboxLimitKey = keyof typeof SANDBOX_LIMITS;

/** Switches only the host can set; a guest can neither read nor change them. */
export interface SandboxCapabilitySwitches {
  /** Default `false`; only literal `true` turns it on. */
  allowPrivateNetwork: boolean;
  /** Default `""`: no default header. */
  userAgent: string;
  /** Default `"workspace"`; only the string `"host"` selects host mode. */
  filesystemAccess: 'workspace' | 'host';
  /** Names of readable secrets; `null` means all, `[]` means none. */
  secretScope: readonly string[] | null;
}

/** What a caller may pass: any subset, any value; {@link SANDBOX_LIMITS} says how each is clamped. */
export type SandboxLimits = Partial<Record<SandboxLimitKey, number>> & Partial<SandboxCapabilitySwitches>;

/** Every limit with the value that holds for a run. */
export type ResolvedSandboxLimits = Record<SandboxLimitKey, number> & SandboxCapabilitySwitches;
