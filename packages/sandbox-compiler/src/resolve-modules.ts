/**
 * Answers what a run asks for: modules, and one status per specifier.
 * @module
 */
import {
  modulePinStatus,
  type ResolvedSandboxModule,
  type SandboxModuleDeclaration,
  type SandboxModuleResolution,
  type SandboxModuleStatus,
} from '@nodetool-ai/protocol';
import type { CatalogItem } from './catalog-item.js';
import { notFoundMessage } from './not-found.js';

/**
 * Keeps the order, ignores repeats, never throws. Behind the modules that were asked for come WASM modules of the same
 * packs that their files import.
 */
export function resolveModules(
  declarations: readonly SandboxModuleDeclaration[],
  items: ReadonlyMap<string, CatalogItem>,
  installed: readonly string[],
): SandboxModuleResolution {
  const modules: ResolvedSandboxModule[] = [];
  const statuses: SandboxModuleStatus[] = [];
  const seen = new Set<string>();
  for (const declaration of Array.isArray(declarations) ? declarations : []) {
    const specifier: unknown = declaration?.specifier;
    if (typeof specifier !== 'string') {
      const message = 'A declaration needs a "specifier" that is a string.';
      statuses.push({ specifier: '', status: 'error', code: 'module-not-found', message });
      continue;
    }
    if (seen.has(specifier)) continue;
    seen.add(specifier);
    const item = items.get(specifier);
    if (!item) {
      const message = notFoundMessage(specifier, installed);
      statuses.push({ specifier, status: 'error', code: 'module-not-found', message });
    } else if (item.status === 'unavailable') {
      const message = `"${specifier}" cannot be used. ${item.message}`;
      statuses.push({ specifier, status: 'error', code: 'module-unavailable', message, packName: item.packName });
    } else {
      modules.push(item.module);
      statuses.push(modulePinStatus(declaration, item.module));
    }
  }
  return { modules: [...modules, ...importedBinaries(modules, items)], statuses };
}

function importedBinaries(
  modules: readonly ResolvedSandboxModule[],
  items: ReadonlyMap<string, CatalogItem>,
): ResolvedSandboxModule[] {
  const asked = new Set(modules.map(({ specifier }) => specifier));
  const wanted = new Set<string>();
  for (const { specifier, packName } of modules) {
    const item = items.get(specifier);
    if (item?.status === 'ok') for (const id of item.binaries) wanted.add(`${packName}\0${id}`);
  }
  if (wanted.size === 0) return [];
  return [...items.values()].flatMap((item) => {
    if (item.status !== 'ok' || item.module.kind !== 'wasm' || asked.has(item.module.specifier)) return [];
    return wanted.has(`${item.module.packName}\0${item.module.moduleId}`) ? [item.module] : [];
  });
}
