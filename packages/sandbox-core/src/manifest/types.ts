/**
 * Shape of the manifest: the surface of a guest as data.
 * @module
 */
import type { LimitUnit } from '@nodetool-ai/protocol/core';
import type { ExposedBridgeName, GuestHelperName } from '../name-tables.js';

/** One function, under the name a program writes. */
export interface SandboxManifestMember {
  /** `fn`, `ns.fn` or `ns.group.fn`. */
  readonly name: string;
  /** How it is called, in TypeScript; several forms stand on lines of their own. */
  readonly signature: string;
  /** One sentence for a person or a model. */
  readonly description: string;
  /** Whether it answers with a promise. */
  readonly async: boolean;
  /** Rejects in a run that was given no `context`. */
  readonly requiresContext?: true;
  /** Does nothing in a run that was given no `onProgress`. */
  readonly requiresProgressSink?: true;
}

/** One bridge: a function, or an object of functions. */
export interface SandboxManifestBridge {
  readonly name: ExposedBridgeName;
  readonly kind: 'function' | 'namespace';
  readonly description: string;
  /** For a namespace its functions; for a function itself, then what other doors lead to the same work. */
  readonly members: readonly SandboxManifestMember[];
  /** Functions that stand on the object and are no part of the surface. */
  readonly internalMembers?: readonly string[];
  /** A plain value for hosts that splice preludes; programs need not know it. */
  readonly internal?: true;
}

/** A helper; `members` are the functions that stand on it. */
export interface SandboxManifestHelper extends SandboxManifestMember {
  readonly name: GuestHelperName;
  readonly members?: readonly SandboxManifestMember[];
}

/** One limit with the value that holds when a caller says nothing. */
export interface SandboxManifestLimit {
  /** Key in `limits` of a run, or the name of the exported constant that nobody can set. */
  readonly key: string;
  readonly description: string;
  readonly unit: LimitUnit;
  readonly value: number;
  /** Most a caller can set; absent where nothing can be set. */
  readonly ceiling?: number;
}

/** A rule of the surface that no single name carries. */
export interface SandboxManifestNote {
  readonly text: string;
  /** `code-node`: true of a Code node only. Absent means `all`. */
  readonly audience?: 'all' | 'code-node';
}

/** What a program finds, must do without, and is held to. */
export interface SandboxManifest {
  readonly nodeType: 'nodetool.code.Code';
  readonly runtime: 'quickjs';
  /** In the order of `EXPOSED_BRIDGE_NAMES`. */
  readonly bridges: readonly SandboxManifestBridge[];
  /** In the order of `GUEST_HELPER_NAMES`. */
  readonly guestHelpers: readonly SandboxManifestHelper[];
  /** Globals of the language, and standard classes that the core brings. */
  readonly nativeGlobals: readonly string[];
  /** Names of other environments that do not exist here. */
  readonly blockedGlobals: readonly string[];
  /** Globals that the caller injects, not the core. */
  readonly nodeGlobals: readonly string[];
  readonly limits: readonly SandboxManifestLimit[];
  readonly notes: readonly SandboxManifestNote[];
}
