/**
 * URL of a built file of this package: what a worker can load, also when the caller runs from TypeScript sources.
 * @module
 */

/**
 * Resolves `relative` against `base` and maps this package's `/src/` to `/dist/`.
 * @example
 * builtFile(import.meta.url, './worker-entry.node.js'); // …/sandbox-core/dist/modules/host/worker-entry.node.js
 */
export function builtFile(base: string | URL, relative: string): URL {
  const url = new URL(relative, base);
  url.pathname = url.pathname.replace(/\/sandbox-core\/src\/(?!.*\/sandbox-core\/src\/)/, '/sandbox-core/dist/');
  return url;
}
