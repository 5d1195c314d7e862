/**
 * Remarks about the files of a pack that are served as written, for whoever writes the pack.
 * @module
 */
import type { PackFinding } from '@nodetool-ai/protocol';
import { GUEST_GLOBALS_SNAPSHOT } from '@nodetool-ai/sandbox-core';
import { finding } from './findings.js';
import type { DiscoveredPack } from './read-pack.js';
import { scanAuthored } from './scan.js';

/**
 * Every name that files of the pack use and no guest has, with its place and what to use instead. The pack is served
 * nevertheless: code that reaches such a name fails.
 * @example
 * const remarks = discoverPacks({ cwd: process.cwd() }).packs.flatMap(checkAuthored);
 */
export function checkAuthored({ packName, files }: DiscoveredPack): PackFinding[] {
  const guestGlobals = new Set(GUEST_GLOBALS_SNAPSHOT);
  return [...files.values()].flatMap(({ id, source }) =>
    scanAuthored(source, id, guestGlobals).map(({ message, at }) =>
      finding(packName, 'npm-module-warning', message, { at }),
    ),
  );
}
