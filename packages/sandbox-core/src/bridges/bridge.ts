/**
 * What a bridge is on the host's side.
 * @module
 */

/** What a bridge knows of the call besides its arguments. */
export interface BridgeCall {
  /** Fires when the run is cancelled or ends. */
  signal: AbortSignal;
}

/** A host function a guest may call. Arguments are decoded, untrusted plain data. */
export type BridgeFunction = (args: unknown[], call: BridgeCall) => unknown;

/** Bridges of one run by path; a `Map`, so that no path can name an inherited property. */
export type BridgeTable = Map<string, BridgeFunction>;
