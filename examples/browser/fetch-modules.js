/** What a program imports, fetched from the server of this page. */
import { createSeededModuleCatalog, prefetchSandboxModules } from '@nodetool-ai/sandbox-core';

const IMPORT = /^\s*import\b[^'"]*['"]([^'"]+)['"]/gm;

/** Resolution of every static import of a program; nothing is fetched for a program without any. */
export async function fetchModules(code, signal) {
  const specifiers = [...new Set([...code.matchAll(IMPORT)].map((match) => match[1]))];
  const catalog = createSeededModuleCatalog(await prefetchSandboxModules(specifiers, { signal }));
  return catalog.resolveForExecution(specifiers.map((specifier) => ({ specifier })));
}
