/**
 * The whole road of every importable module: 38 packs, one program each.
 * @module
 */
import { GUEST_ROWS } from './guest-rows.js';
import { HOST_ROWS } from './host-rows.js';

export type { RoadRow } from './row.js';

/** Every program of the road. */
export const ROAD_ROWS = [...GUEST_ROWS, ...HOST_ROWS];

/** Specifiers that a program imports, in their order. */
export function importsOf(code: string): string[] {
  return [...code.matchAll(/\bfrom\s+['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '');
}

/** A program's import statements, and what follows them. */
export function splitImports(code: string): { imports: string; body: string } {
  const imports = /^(?:\s*import[^;]*;)+/.exec(code)?.[0] ?? '';
  return { imports, body: code.slice(imports.length) };
}
