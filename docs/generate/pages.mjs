/**
 * Every generated page and file, by its path from the root of the repository.
 *
 * @typedef {import('./surface.mjs').Surface} Surface
 */
import { errorsPage } from './errors-page.mjs';
import { guestPage } from './guest-page.mjs';
import { guestTypes } from './guest-types.mjs';
import { hostsPage } from './hosts-page.mjs';
import { limitsPage } from './limits-page.mjs';
import { packsPage } from './packs-page.mjs';
import { errorsTable, fillTables, limitsTable, surfaceTable } from './readme-tables.mjs';
import { rulesPage } from './rules-page.mjs';
import { valuesPage } from './values-page.mjs';

/**
 * @param {object} sources
 * @param {typeof import('@nodetool-ai/protocol')} sources.protocol
 * @param {typeof import('@nodetool-ai/sandbox-core')} sources.core
 * @param {Surface} sources.surface
 * @param {typeof import('../../tooling/conformance/hosts.js')} sources.conformance
 * @param {import('./pack-facts.mjs').PackFacts[]} sources.packs
 * @param {(path: string) => string} sources.read a file as it is, by its path from the root
 * @returns {Map<string, string>}
 */
export function generatedPages({ protocol, core, surface, conformance, packs, read }) {
  const { SANDBOX_ERROR_CODES: codes, SANDBOX_LIMITS: limits } = protocol;
  const { LATER_GUEST_NAMES: later, absentNameHint: hintOf } = core;
  const manifest = core.getSandboxManifest();
  const tables = { surface: surfaceTable(surface, later), limits: limitsTable(limits), errors: errorsTable(codes) };
  const readme = 'packages/sandbox-core/README.md';
  return new Map([
    ['docs/limits.md', limitsPage(limits, manifest.limits, codes)],
    ['docs/hosts.md', hostsPage(conformance)],
    ['docs/packs/README.md', packsPage(packs)],
    ['docs/values.md', valuesPage(conformance)],
    ['docs/reference/guest.md', guestPage(surface, manifest, { later, hintOf })],
    ['docs/reference/errors.md', errorsPage(codes)],
    ['docs/reference/rules.md', rulesPage(JSON.parse(read('tooling/conformance/rules.json')))],
    ['packages/sandbox-core/guest.d.ts', guestTypes(surface, later)],
    [readme, fillTables(read(readme), tables)],
  ]);
}
