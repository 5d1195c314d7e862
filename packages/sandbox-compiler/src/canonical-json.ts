/**
 * One text per value, and its hash: the base of every key and digest here.
 * @module
 */
import { createHash } from 'node:crypto';

/** JSON text with sorted keys and no white space; `undefined` members are left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    const sorted: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(member).sort()) sorted[key] = (member as Record<string, unknown>)[key];
    return sorted;
  });
}

/** SHA-256 as 64 lower-case hex digits. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** SHA-256 over the canonical JSON of a value. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** Order by code unit, the same in every locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
