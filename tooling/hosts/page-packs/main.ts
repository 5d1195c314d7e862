/**
 * A page that fetches packs from its server and runs programs with them: tests call what it makes reachable.
 * @module
 */
import { createSeededModuleCatalog, prefetchSandboxModules, runInSandbox } from '@nodetool-ai/sandbox-core';
import { functions as csv } from '@nodetool-ai/sandbox-csv/host';

/** What came of a program, or of fetching what it imports. */
export type DeliveredOutcome =
  | { status: 'returned'; result: unknown }
  | { status: 'failed'; error: string }
  | { status: 'refused'; code: string; message: string };

/** A program and what it imports; host code by URL, or the functions in this page's own bundle. */
export interface DeliveredProgram {
  code: string;
  specifiers: string[];
  hostUrls?: Record<string, string>;
}

async function runDelivered({ code, specifiers, hostUrls }: DeliveredProgram): Promise<DeliveredOutcome> {
  let modules: ReturnType<ReturnType<typeof createSeededModuleCatalog>['resolveForExecution']>;
  try {
    const records = await prefetchSandboxModules(specifiers);
    const catalog = createSeededModuleCatalog(structuredClone(records));
    modules = catalog.resolveForExecution(specifiers.map((specifier) => ({ specifier })));
  } catch (error) {
    const { code: reason, message } = error as { code?: string; message: string };
    return { status: 'refused', code: reason ?? 'none', message };
  }
  const run = await runInSandbox({ code, modules, hostModules: hostUrls ?? { csv }, timeoutMs: 90_000 });
  return run.success ? { status: 'returned', result: run.result } : { status: 'failed', error: run.error };
}

Object.assign(globalThis, { runDelivered });
