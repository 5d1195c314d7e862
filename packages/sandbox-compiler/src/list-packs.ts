/**
 * Rows for a person who asks which modules there are.
 * @module
 */
import {
  type PackFinding,
  type PackModule,
  type ResolvedSandboxModule,
  SANDBOX_HOST_MODULES,
  type SandboxHostModuleRow,
} from '@nodetool-ai/protocol';
import { CompiledModuleCache } from './cache.js';
import { createCachedLookup } from './cached-lookup.js';
import { byCodeUnit } from './canonical-json.js';
import { createCatalog } from './catalog.js';
import { compileTargetOf } from './catalog-item.js';
import { type DiscoverPacksOptions, discoverPacks } from './discover.js';
import { installedLibraries } from './installed-libraries.js';
import type { CompileOutcome, PackageLicense } from './outcome.js';
import { rowLibraries } from './row-libraries.js';

/** One module of an installed pack. */
export interface PackListRow {
  specifier: string;
  packName: string;
  packVersion?: string;
  root: 'installed' | 'shipped' | 'workspace';
  kind: 'js' | 'host' | 'wasm';
  /** Libraries it is made of, with versions where they are known; the file of a module that has none. */
  library: string;
  description?: string;
  /** UTF-8 bytes of the guest module, or bytes of the binary; absent for host modules and what is not compiled. */
  bytes?: number;
  /** 64 hex digits; absent when the module cannot be used. */
  contentDigest?: string;
  runsIn: 'guest' | 'host';
  /** Whether it runs in a browser page as it is, needs assets there, or not at all. */
  page: 'yes' | 'assets' | 'no';
  state: 'ready' | 'pending' | 'skipped';
  /** Why it is not ready. */
  message?: string;
  /** Licences of what was compiled into it; before that, and for host modules, of the pack's direct dependencies. */
  licenses: PackageLicense[];
}

/** Answer of {@link listPacks}. */
export interface ListPacksResult {
  rows: PackListRow[];
  findings: PackFinding[];
}

/**
 * Lists the modules of all installed packs, usable or not, sorted by specifier. Synchronous; compiles nothing.
 * @example
 * for (const { specifier, state } of listPacks({ cwd: process.cwd() }).rows) console.log(specifier, state);
 */
export function listPacks(options: DiscoverPacksOptions & { cache?: CompiledModuleCache } = {}): ListPacksResult {
  const discovery = discoverPacks(options);
  const lookup = createCachedLookup(options.cache ?? new CompiledModuleCache());
  const outcomes = new Map<string, CompileOutcome | undefined>();
  const catalog = createCatalog(discovery, (request) => {
    const outcome = lookup(request);
    outcomes.set(JSON.stringify([request.packDir, request.target]), outcome);
    return outcome;
  });
  const usable = new Map(catalog.summaries().map((summary) => [summary.specifier, summary]));
  const rows: PackListRow[] = [];
  for (const pack of discovery.packs) {
    for (const { specifier, entry } of pack.modules) {
      const summary = usable.get(specifier);
      const row = entry.kind === 'host' ? SANDBOX_HOST_MODULES[entry.host] : undefined;
      const answer = catalog.resolveForExecution([{ specifier }]);
      const bytes = bytesOf(answer.modules[0]);
      const target = compileTargetOf(entry);
      const outcome = target && outcomes.get(JSON.stringify([pack.dir, target]));
      const licenses = outcome?.status === 'compiled' ? outcome.artifact.licenses : installedLibraries(pack);
      const problem = answer.statuses[0]?.message;
      const description = entry.description ?? pack.skill?.description ?? row?.description;
      rows.push({
        specifier,
        packName: pack.packName,
        root: pack.root,
        kind: entry.kind,
        library: libraryOf(entry, row, licenses, pack.dependencies),
        runsIn: entry.kind === 'js' ? 'guest' : 'host',
        page: row?.page ?? 'yes',
        state: summary ? 'ready' : target && outcome === undefined ? 'pending' : 'skipped',
        licenses,
        ...(pack.packVersion === undefined ? {} : { packVersion: pack.packVersion }),
        ...(description === undefined ? {} : { description }),
        ...(bytes === undefined ? {} : { bytes }),
        ...(summary ? { contentDigest: summary.contentDigest } : {}),
        ...(summary || problem === undefined ? {} : { message: problem }),
      });
    }
  }
  return { rows: rows.sort((a, b) => byCodeUnit(a.specifier, b.specifier)), findings: catalog.diagnostics() };
}

function bytesOf(module: ResolvedSandboxModule | undefined): number | undefined {
  if (module?.kind === 'js') return Buffer.byteLength(module.source);
  return module?.kind === 'wasm' ? module.bytes.length : undefined;
}

function libraryOf(
  entry: PackModule,
  row: SandboxHostModuleRow | undefined,
  licenses: readonly PackageLicense[],
  dependencies: readonly string[],
): string {
  const wanted = row ? rowLibraries(row) : dependencies;
  const direct = licenses.filter(({ name }) => wanted.includes(name));
  if (direct.length > 0) return direct.map(({ name, version }) => `${name}@${version}`).join(' + ');
  if (row) return row.library;
  return entry.kind === 'js' ? (entry.npm ?? entry.file ?? '') : entry.kind === 'wasm' ? entry.file : entry.host;
}
