/**
 * Reads what a host mounts for a run: facades of platform modules, and the one function behind them.
 * @module
 */
import { isSandboxSpecifier, type SandboxCapabilityMount } from '@nodetool-ai/protocol/core';
import { parse } from 'acorn';
import { isFacadeExport } from './facade.js';
import { CAPABILITY_PACKAGE, packageNameOf } from './ids.js';

/** Mounted facades: their text, and what each exports. */
export interface MountedCapabilities {
  facades: ReadonlyMap<string, string>;
  exports: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Facades are the same few texts for every run of a host; reading one takes about 0.1 ms per KB. */
const MAX_KNOWN_FACADES = 128;
const known = new Map<string, ReadonlySet<string>>();

/** Checks a mount, and takes a copy: what the host changes later is not part of the run. */
export function readCapabilities(
  mount: SandboxCapabilityMount | undefined,
): MountedCapabilities | { violation: string } {
  const facades = new Map<string, string>();
  const exports = new Map<string, ReadonlySet<string>>();
  if (mount === undefined) return { facades, exports };
  if (!isMount(mount)) {
    return { violation: 'capabilities must be { facades: a Map of texts by specifier, call: a function }' };
  }
  for (const [specifier, source] of mount.facades as ReadonlyMap<unknown, unknown>) {
    if (typeof specifier !== 'string' || !isCapabilitySpecifier(specifier)) {
      const shown = typeof specifier === 'string' ? JSON.stringify(specifier) : typeof specifier;
      return { violation: `capability ${shown}: not a specifier of the form ${CAPABILITY_PACKAGE}/<namespace>` };
    }
    if (typeof source !== 'string') return { violation: `capability "${specifier}": its facade must be text` };
    const names = exportsOf(source);
    if (typeof names === 'string') return { violation: `capability "${specifier}": its facade ${names}` };
    facades.set(specifier, source);
    exports.set(specifier, names);
  }
  return { facades, exports };
}

function isMount(mount: unknown): boolean {
  if (typeof mount !== 'object' || mount === null || !('call' in mount) || !('facades' in mount)) return false;
  const { facades, call } = mount;
  return typeof call === 'function' && typeof facades === 'object' && facades !== null && Symbol.iterator in facades;
}

/** True for `@nodetool-ai/sandbox-nodetool/<namespace>`. */
function isCapabilitySpecifier(specifier: string): boolean {
  return (
    isSandboxSpecifier(specifier) &&
    packageNameOf(specifier) === CAPABILITY_PACKAGE &&
    specifier.length > CAPABILITY_PACKAGE.length
  );
}

/** Names a facade exports, without `default`; or what is wrong with it. */
function exportsOf(source: string): ReadonlySet<string> | string {
  const before = known.get(source);
  if (before !== undefined) return before;
  const names = readExports(source);
  if (typeof names === 'string') return names;
  if (known.size >= MAX_KNOWN_FACADES) known.delete(known.keys().next().value as string);
  known.set(source, names);
  return names;
}

function readExports(source: string): ReadonlySet<string> | string {
  if (source.includes('\0')) return 'holds a NUL character, which no module may';
  let body: ReturnType<typeof parse>['body'];
  try {
    ({ body } = parse(source, { ecmaVersion: 'latest', sourceType: 'module' }));
  } catch (error) {
    return `does not parse: ${error instanceof Error ? error.message : String(error)}`;
  }
  const names: string[] = [];
  for (const node of body) {
    if (node.type === 'ExportAllDeclaration') return 'exports all of another module; name each export';
    if (node.type !== 'ExportNamedDeclaration') continue;
    const { declaration, specifiers } = node;
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) if (id.type === 'Identifier') names.push(id.name);
    } else if (declaration) names.push(declaration.id.name);
    for (const { exported } of specifiers) {
      names.push(exported.type === 'Identifier' ? exported.name : String(exported.value));
    }
  }
  const callable = names.filter((name) => name !== 'default');
  const wrong = callable.find((name) => !isFacadeExport(name));
  return wrong === undefined ? new Set(callable) : `exports ${JSON.stringify(wrong)}, which is not an identifier`;
}
