/**
 * Stands in for the guest's channel where the guest's own modules run on the host: calls go to plain functions.
 * @module
 */
import type { GuestBridge } from '../guest/bridge.js';
import { makeHostError } from '../guest/host-error.js';
import { OP } from '../guest/paths.js';

/** What the world on the host calls. */
export interface HostChannel {
  /** Answers as a run does: with `[true, value]`, or with `[false, failure]`. */
  call(path: string, args: readonly unknown[]): Promise<[ok: boolean, value: unknown]>;
  callSync(path: string, args: readonly unknown[]): unknown;
  /** A negative level marks the notice that further lines were dropped. */
  log(level: number, line: string): void;
  progress(percent: number, message: string | undefined): void;
}

/** A parameter of the function around the bundle. */
declare const sandboxHost: HostChannel;

let staged: unknown;

/** Keeps a value until the next {@link signal}. */
export function stage(value: unknown): void {
  staged = value;
}

/** Hands the staged value over. */
export function signal(op: number, first = 0): void {
  if (op === OP.log) sandboxHost.log(first, staged as string);
  if (op === OP.progress) {
    const [percent, message] = staged as [number, string | undefined];
    sandboxHost.progress(percent, message);
  }
}

/** Calls a bridge of the host. */
export async function callBridge(path: string, args: readonly unknown[]): Promise<unknown> {
  const [ok, value] = await sandboxHost.call(path, args);
  if (ok) return value;
  throw makeHostError(value);
}

/** The bridge as the guest's own modules see it. */
export const bridge: GuestBridge = {
  call: callBridge,
  callSync: (path, args) => sandboxHost.callSync(path, args),
};
