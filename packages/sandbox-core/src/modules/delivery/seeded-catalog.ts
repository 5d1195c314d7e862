/**
 * The catalog of a page: what was fetched before.
 * @module
 */
import {
  modulePinStatus,
  type ResolvedSandboxModule,
  type SandboxModuleCatalog,
  type SandboxModuleRecord,
  type SandboxModuleStatus,
} from '@nodetool-ai/protocol/core';
import { nearestName } from '../nearest.js';
import { SHOWN_SPECIFIER_CHARS } from './limits.js';

/**
 * A catalog of modules that a page has fetched, for `modules` of a run or a workflow. It fetches nothing itself.
 *
 * @param records - of `prefetchSandboxModules`, from this thread or another
 * @example
 * const catalog = createSeededModuleCatalog(records);
 * const run = await runInSandbox({ code, modules: catalog.resolveForExecution([{ specifier: '@nodetool-ai/sandbox-yaml' }]) });
 */
export function createSeededModuleCatalog(records: Iterable<SandboxModuleRecord>): SandboxModuleCatalog {
  const bySpecifier = new Map([...records].map((record) => [record.module.specifier, record]));
  const specifiers = [...bySpecifier.keys()].sort();
  return Object.freeze<SandboxModuleCatalog>({
    summaries: () =>
      specifiers.flatMap((specifier) => {
        const record = bySpecifier.get(specifier);
        if (record === undefined) return [];
        const { packName, packVersion, kind, contentDigest } = record.module;
        return {
          specifier,
          packName,
          ...(packVersion !== undefined && { packVersion }),
          kind,
          ...(record.description !== undefined && { description: record.description }),
          contentDigest,
        };
      }),
    diagnostics: () => [],
    packs: () => [],
    packSkill: () => undefined,
    resolveForExecution(declarations) {
      const modules = new Map<string, ResolvedSandboxModule>();
      const needed = new Map<string, ResolvedSandboxModule>();
      const statuses = new Map<string, SandboxModuleStatus>();
      for (const declaration of Array.isArray(declarations) ? declarations : []) {
        const given: unknown = declaration?.specifier;
        const specifier = typeof given === 'string' ? given : '';
        if (statuses.has(specifier)) continue;
        const record = bySpecifier.get(specifier);
        if (record === undefined) {
          statuses.set(specifier, notFetched(specifier, specifiers));
          continue;
        }
        modules.set(specifier, record.module);
        statuses.set(specifier, modulePinStatus(declaration, record.module));
        for (const other of record.needs ?? []) {
          const module = bySpecifier.get(other)?.module;
          if (module !== undefined) needed.set(other, module);
        }
      }
      return { modules: [...new Map([...modules, ...needed]).values()], statuses: [...statuses.values()] };
    },
    authorizeDelivery: async () => ({
      authorized: false,
      reason: 'forbidden',
      message: 'A page delivers no modules.',
    }),
  });
}

function notFetched(specifier: string, specifiers: readonly string[]): SandboxModuleStatus {
  const near = nearestName(specifier, specifiers);
  const hint = near === undefined ? 'Fetch it with prefetchSandboxModules before the run.' : `Did you mean "${near}"?`;
  const isLong = specifier.length > SHOWN_SPECIFIER_CHARS;
  const shown = isLong ? `${specifier.slice(0, SHOWN_SPECIFIER_CHARS)}…` : specifier;
  const message = `${JSON.stringify(shown)} is not installed in this page: it was not fetched. ${hint}`;
  return { specifier, status: 'error', code: 'module-not-found', message };
}
