/**
 * Which platform modules the packs of a run import, and what stands in for one that the host did not mount.
 * @module
 */
import { isFirstPartyPack, type SandboxModuleResolution } from '@nodetool-ai/protocol/core';
import { parse } from 'acorn';
import { isFacadeExport } from './facade.js';
import { CAPABILITY_PACKAGE } from './ids.js';
import { remembered } from './remembered.js';

/** Names imported from each capability. */
type CapabilityImports = ReadonlyMap<string, ReadonlySet<string>>;

const NONE: CapabilityImports = new Map();
/** Files that import capabilities are the same few for every run of a host. */
const MAX_KNOWN_FILES = 64;
const known = new Map<string, CapabilityImports>();
const namesCapability = remembered((text) => text.includes(`${CAPABILITY_PACKAGE}/`));

/**
 * The capability modules that first-party packs of a resolution import, each with the names it is asked for, sorted by
 * specifier. A host mounts these for a run: the program itself need not import them once more.
 *
 * Reads texts only. Packs of others are left out: they cannot ask for anything of the platform. An import of the whole
 * namespace asks for no name.
 *
 * @example
 * const modules = catalog.resolveForExecution([{ specifier: '@nodetool-ai/sandbox-flow' }]);
 * [...importedCapabilities(modules).keys()]; // ['@nodetool-ai/sandbox-nodetool/flow']
 */
export function importedCapabilities(resolution: SandboxModuleResolution): Map<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const module of resolution.modules) {
    if (module.kind === 'host' || !isFirstPartyPack(module.packName)) continue;
    const sources = new Set((module.graph ?? []).map(({ source }) => source));
    if (module.kind === 'js') sources.add(module.source);
    for (const source of sources) {
      for (const [specifier, names] of importsOf(source)) {
        found.set(specifier, new Set([...(found.get(specifier) ?? []), ...names]));
      }
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A module with the same exports, each of which rejects and says why. */
export function capabilityStandIn(specifier: string, names: ReadonlySet<string>): string {
  const namespace = specifier.slice(CAPABILITY_PACKAGE.length + 1);
  const reason =
    `${namespace} is not available: the host of this run did not mount the capability "${specifier}". ` +
    'Run the program where the platform offers it, such as in a Code node, or mount it with the option "capabilities"';
  const callable = [...names].filter(isFacadeExport);
  const functions = callable.map((name) => `export async function ${name}() {\n  return refuse();\n}\n`);
  return (
    `function refuse() {\n  throw new Error(${JSON.stringify(reason)});\n}\n` +
    `${functions.join('')}export default { ${callable.join(', ')} };\n`
  );
}

function importsOf(source: string): CapabilityImports {
  if (!namesCapability(source)) return NONE;
  const before = known.get(source);
  if (before !== undefined) return before;
  const imports = readImports(source);
  if (known.size >= MAX_KNOWN_FILES) known.delete(known.keys().next().value as string);
  known.set(source, imports);
  return imports;
}

function readImports(source: string): CapabilityImports {
  let body: ReturnType<typeof parse>['body'];
  try {
    ({ body } = parse(source, { ecmaVersion: 'latest', sourceType: 'module' }));
  } catch {
    // The engine reports it, with its place.
    return NONE;
  }
  const imports = new Map<string, Set<string>>();
  for (const node of body) {
    const from = 'source' in node ? node.source?.value : undefined;
    if (typeof from !== 'string' || !from.startsWith(`${CAPABILITY_PACKAGE}/`)) continue;
    const names = imports.get(from) ?? new Set();
    for (const one of 'specifiers' in node ? node.specifiers : []) {
      if (one.type === 'ImportSpecifier' && one.imported.type === 'Identifier') names.add(one.imported.name);
      else if (one.type === 'ExportSpecifier' && one.local.type === 'Identifier') names.add(one.local.name);
    }
    imports.set(from, names);
  }
  return imports;
}
