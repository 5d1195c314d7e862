/**
 * Finds the packs an application can use.
 * @module
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PackFinding } from '@nodetool-ai/protocol';
import { byCodeUnit } from './canonical-json.js';
import { finding } from './findings.js';
import { type DiscoveredPack, readPack } from './read-pack.js';
import { type PackRoot, type PackRootsOptions, packRoots } from './roots.js';

/** Options of {@link discoverPacks}. */
export interface DiscoverPacksOptions extends PackRootsOptions {
  /** Replaces the roots that {@link packRoots} gives. */
  roots?: readonly PackRoot[];
}

/** What {@link discoverPacks} found; packs sorted by name. */
export interface PackDiscovery {
  packs: DiscoveredPack[];
  findings: PackFinding[];
}

/**
 * Looks through every root for packages that declare `nodetool.sandboxModules`.
 *
 * A pack that cannot be read becomes a finding and never stops the scan. The same name twice: the same real folder is
 * one pack, a shipped one gives way silently, two of equal standing are both dropped with `duplicate-pack`.
 * Runs no code of a pack and starts no engine. Never throws.
 * @example
 * const { packs, findings } = discoverPacks({ cwd: process.cwd() });
 */
export function discoverPacks(options: DiscoverPacksOptions = {}): PackDiscovery {
  const findings: PackFinding[] = [];
  const candidates = new Map<string, DiscoveredPack[]>();
  const packFindings = new Map<DiscoveredPack, PackFinding[]>();
  const seen = new Set<string>();
  for (const root of options.roots ?? packRoots(options)) {
    for (const folder of packageFolders(root)) {
      const answer = readPack(folder, root);
      if (answer.status === 'not-a-pack') continue;
      const dir = answer.status === 'ok' ? answer.pack.dir : answer.dir;
      if (seen.has(dir)) continue;
      seen.add(dir);
      if (answer.status === 'error') {
        findings.push(answer.finding);
        continue;
      }
      const { pack } = answer;
      packFindings.set(pack, answer.findings);
      const others = candidates.get(pack.packName);
      if (others) others.push(pack);
      else candidates.set(pack.packName, [pack]);
    }
  }
  const packs: DiscoveredPack[] = [];
  for (const [packName, found] of candidates) {
    const own = found.filter((pack) => pack.root !== 'shipped');
    const standing = own.length > 0 ? own : found;
    const [pack] = standing;
    if (pack && standing.length === 1) {
      packs.push(pack);
      findings.push(...(packFindings.get(pack) ?? []));
    } else {
      const places = standing.map((item) => `${item.packVersion ?? 'no version'} (${item.root})`).join(' and ');
      const message = `Found ${standing.length} times: ${places}. Neither is used. Remove all but one.`;
      findings.push(finding(packName, 'duplicate-pack', message));
    }
  }
  return { packs: packs.sort((a, b) => byCodeUnit(a.packName, b.packName)), findings };
}

function packageFolders(root: PackRoot): string[] {
  if (root.single) return [root.dir];
  const folders: string[] = [];
  for (const name of namesIn(root.dir)) {
    if (name.startsWith('.')) continue;
    if (!name.startsWith('@')) folders.push(join(root.dir, name));
    else for (const inner of namesIn(join(root.dir, name))) folders.push(join(root.dir, name, inner));
  }
  return folders;
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort(byCodeUnit);
  } catch {
    return [];
  }
}
