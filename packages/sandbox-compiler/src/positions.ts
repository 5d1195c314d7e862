/**
 * Places in a bundle → places in the files it was made of.
 * @module
 */
import { resolve } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { fileLabel } from './bundle.js';
import type { PackPosition } from './findings.js';
import type { PackageRoots } from './package-root.js';

/** Line from 1, column from 0, as acorn counts. */
export interface GeneratedPosition {
  line: number;
  column: number;
}

/** Makes the mapper of one bundle; a place the map does not know is answered with the bundle's own. */
export function positionMapper(
  map: string,
  packDir: string,
  roots: PackageRoots,
): (at: GeneratedPosition) => PackPosition {
  const trace = new TraceMap(map);
  return (at) => {
    const { source, line, column } = originalPositionFor(trace, at);
    if (source === null || line === null || source.endsWith('%28shim%29')) {
      return { file: '(bundle)', line: at.line, column: at.column + 1 };
    }
    const file = fileLabel(resolve(packDir, decodeURI(source)), packDir, roots);
    return { file, line, column: column + 1 };
  };
}
