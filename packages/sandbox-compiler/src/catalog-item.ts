/**
 * One module of a pack, as the catalog serves it.
 * @module
 */
import type {
  PackFinding,
  PackModule,
  ResolvedJsModule,
  ResolvedSandboxModule,
  SandboxModuleFile,
  SandboxModuleSummary,
} from '@nodetool-ai/protocol';
import { plainId, reachableFiles } from './authored.js';
import { authoredDigest, compiledDigest, hostDigest, pendingDigest, wasmDigest } from './digests.js';
import { finding } from './findings.js';
import type { CompiledArtifact, CompileOutcome, CompileTarget } from './outcome.js';
import type { DiscoveredPack } from './read-pack.js';
import { wasmParts } from './wasm-files.js';

/** Gives what is known about a module that must be compiled; `undefined` means: not compiled yet. */
export type OutcomeLookup = (request: { packDir: string; target: CompileTarget }) => CompileOutcome | undefined;

/** One module of a pack: what a run gets, or why it gets nothing. */
export type CatalogItem =
  | {
      status: 'ok';
      module: ResolvedSandboxModule;
      summary: SandboxModuleSummary;
      /** WASM files of the same pack that its JavaScript imports. */
      binaries: readonly string[];
    }
  | { status: 'unavailable'; packName: string; message: string; placeholderDigest: string };

/** What must be compiled for a module, or `undefined` when it is served without. */
export function compileTargetOf(entry: PackModule): CompileTarget | undefined {
  if (entry.kind !== 'js') return undefined;
  if (entry.npm !== undefined) return { npm: entry.npm };
  return entry.bundle && entry.file !== undefined ? { entry: plainId(entry.file) } : undefined;
}

/**
 * Builds the item of one module and adds what there is to say about it to `findings`.
 * What is served without compiling was checked when its pack was read.
 */
export function buildItem(
  pack: DiscoveredPack,
  specifier: string,
  entry: PackModule,
  lookup: OutcomeLookup,
  findings: PackFinding[],
): CatalogItem {
  const { packName, packVersion } = pack;
  const base = { specifier, packName, ...(packVersion === undefined ? {} : { packVersion }) };
  const description = entry.description ?? pack.skill?.description;
  const serve = (module: ResolvedSandboxModule, binaries: readonly string[] = []): CatalogItem => ({
    status: 'ok',
    module,
    binaries,
    summary: {
      ...base,
      kind: module.kind,
      contentDigest: module.contentDigest,
      ...(description === undefined ? {} : { description }),
    },
  });
  if (entry.kind === 'host') {
    const contentDigest = hostDigest(pack, specifier, entry.host);
    return serve({ ...base, kind: 'host', hostId: entry.host, moduleId: `host/${entry.host}.js`, contentDigest });
  }
  if (entry.kind === 'wasm') {
    const parts = wasmParts(entry, pack.binaries.get(plainId(entry.file)) ?? new Uint8Array());
    return serve({ ...base, ...parts, contentDigest: wasmDigest(pack, specifier, entry, parts) });
  }
  const target = compileTargetOf(entry);
  if (!target) {
    const moduleId = plainId(entry.file ?? '');
    const graph = reachableFiles(pack.files, moduleId);
    const binaries = binariesOf(graph, pack);
    const contentDigest = authoredDigest(pack, specifier, entry, moduleId, graph, binaries);
    const source = pack.files.get(moduleId)?.source ?? '';
    return serve({ ...base, kind: 'js', moduleId, contentDigest, source, graph }, binaries);
  }
  const withhold = (message: string): CatalogItem => ({
    status: 'unavailable',
    packName,
    message,
    placeholderDigest: pendingDigest(pack, specifier, entry),
  });
  const outcome = lookup({ packDir: pack.dir, target });
  if (outcome === undefined) {
    const message = 'It is not compiled yet. Run: nodetool packs compile';
    findings.push(finding(packName, 'pending-compile', message, { specifier }));
    return withhold(message);
  }
  if (outcome.status === 'skipped') {
    findings.push(finding(packName, outcome.code, outcome.message, { specifier, at: outcome.at }));
    return withhold(`${outcome.code}: ${outcome.message}`);
  }
  const { artifact, warnings = [] } = outcome;
  for (const { message, at } of warnings)
    findings.push(finding(packName, 'npm-module-warning', message, { specifier, at }));
  const text = `Compiled and admitted: ${artifact.exports.length} exports, ${artifact.bytes} bytes.`;
  findings.push(finding(packName, 'npm-module-compiled', text, { specifier }));
  return serve({
    ...base,
    ...compiledParts(entry.name, artifact),
    contentDigest: compiledDigest(pack, specifier, entry, artifact),
  });
}

function compiledParts(
  name: string,
  { source }: CompiledArtifact,
): Pick<ResolvedJsModule, 'kind' | 'moduleId' | 'source' | 'graph'> {
  const moduleId = `@compiled/${name === '.' ? 'index' : name}.js`;
  const file: SandboxModuleFile = { id: moduleId, kind: 'js', source, dependencies: [], internal: false };
  return { kind: 'js', moduleId, source, graph: [file] };
}

/** Ids of the binaries that the files of a graph import, sorted. */
function binariesOf(graph: readonly SandboxModuleFile[], pack: DiscoveredPack): string[] {
  const ids = graph.flatMap(({ dependencies }) => dependencies.filter((id) => pack.binaries.has(id)));
  return [...new Set(ids)].sort();
}
