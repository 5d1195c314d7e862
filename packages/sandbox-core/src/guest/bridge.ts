/**
 * How guest modules reach the host.
 * @module
 */

/** The two ways to call a host bridge by its path, for example `crypto.digest`. */
export interface GuestBridge {
  /** Starts host work now; resolves with the decoded answer, rejects with a real error. */
  call(path: string, args: readonly unknown[]): Promise<unknown>;
  /** For bridges that are answered at once on the interpreter's thread. */
  callSync(path: string, args: readonly unknown[]): unknown;
}
