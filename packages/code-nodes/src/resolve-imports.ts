/**
 * The packs a body imports, as the catalog has them.
 * @module
 */
import {
  isSandboxSpecifier,
  type SandboxModuleCatalog,
  type SandboxModuleDeclaration,
  type SandboxModuleResolution,
} from '@nodetool-ai/protocol';
import type { BodyImport, BodyPosition } from './analyse-body.js';
import { nearestSpecifier } from './nearest-specifier.js';

/** An import that cannot be had. */
export interface RefusedImport {
  specifier: string;
  message: string;
  next: string;
  at: BodyPosition;
}

/** What became of the imports of a body. `resolution` is absent when nothing is imported. */
export interface ResolvedImports {
  resolution?: SandboxModuleResolution;
  refused: RefusedImport[];
  warnings: string[];
}

/** Asks the catalog for every import. `pins` are saved versions; they only lead to warnings. */
export function resolveImports(
  imports: readonly BodyImport[],
  pins: unknown,
  catalog: SandboxModuleCatalog | undefined,
): ResolvedImports {
  if (imports.length === 0) return { refused: [], warnings: [] };
  const placeOf = (specifier: string): BodyPosition => {
    const { line = 1, column = 1 } = imports.find((one) => one.specifier === specifier) ?? {};
    return { line, column };
  };
  const specifiers = [...new Set(imports.map((one) => one.specifier))];
  if (!catalog) {
    return {
      warnings: [],
      refused: specifiers.map((specifier) => ({
        specifier,
        message: `The body imports "${specifier}", and packages are not available in this process.`,
        next: 'Run it where packs are installed, or do without the import.',
        at: placeOf(specifier),
      })),
    };
  }
  const pinned = readPins(pins);
  const resolution = catalog.resolveForExecution(specifiers.map((specifier) => pinned.get(specifier) ?? { specifier }));
  const refused: RefusedImport[] = [];
  const warnings: string[] = [];
  const answered = new Set(resolution.modules.map((one) => one.specifier));
  for (const specifier of specifiers) {
    const status = resolution.statuses.find((one) => one.specifier === specifier);
    if (status?.status === 'warning' && status.message) warnings.push(status.message);
    if (status?.status !== 'error' && answered.has(specifier)) continue;
    refused.push({
      specifier,
      message: refusal(specifier, status?.message, status?.packName),
      next: nextStep(specifier, catalog),
      at: placeOf(specifier),
    });
  }
  return { resolution, refused, warnings };
}

function refusal(specifier: string, reason: string | undefined, packName: string | undefined): string {
  if (!reason) return `The body imports "${specifier}", which no installed pack serves.`;
  const sentence = /[.?!]$/.test(reason) ? reason : `${reason}.`;
  const about = reason.includes(specifier) ? 'The import is refused' : `The import of "${specifier}" is refused`;
  return `${about}: ${sentence}${packName && !reason.includes(packName) && packName !== specifier ? ` (pack ${packName})` : ''}`;
}

function nextStep(specifier: string, catalog: SandboxModuleCatalog): string {
  const installed = catalog.summaries().map((one) => one.specifier);
  const near = nearestSpecifier(specifier, installed);
  if (near !== undefined && near !== specifier) return `Did you mean "${near}"?`;
  if (!isSandboxSpecifier(specifier)) {
    return `A body imports packs by name, not files, addresses or parts of Node. Installed: ${list(installed)}.`;
  }
  return `Install a pack of that name, or import one of: ${list(installed)}.`;
}

function list(specifiers: readonly string[]): string {
  if (specifiers.length === 0) return 'none';
  return `${specifiers.slice(0, 8).join(', ')}${specifiers.length > 8 ? ` and ${specifiers.length - 8} more` : ''}`;
}

function readPins(pins: unknown): Map<string, SandboxModuleDeclaration> {
  const found = new Map<string, SandboxModuleDeclaration>();
  for (const pin of Array.isArray(pins) ? (pins as unknown[]) : []) {
    if (typeof pin !== 'object' || pin === null) continue; // A bare specifier pins nothing.
    const { specifier, resolvedPackVersion, contentDigest } = pin as Record<string, unknown>;
    if (typeof specifier !== 'string') continue;
    found.set(specifier, {
      specifier,
      ...(typeof resolvedPackVersion === 'string' ? { resolvedPackVersion } : {}),
      ...(typeof contentDigest === 'string' ? { contentDigest } : {}),
    });
  }
  return found;
}
