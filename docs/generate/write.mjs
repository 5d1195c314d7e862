/** `npm run docs:generate`: writes the generated pages. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as protocol from '@nodetool-ai/protocol';
import { compilePacks } from '@nodetool-ai/sandbox-compiler';
import * as core from '@nodetool-ai/sandbox-core';
import * as surface from '../../packages/sandbox-core/dist/manifest/surface/index.js';
import { loadTable } from './load-table.mjs';
import { shippedPacks } from './pack-facts.mjs';
import { generatedPages } from './pages.mjs';

const at = (/** @type {string} */ path) => new URL(`../../${path}`, import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(at(path), 'utf8');

const conformance = await loadTable();
const packs = await shippedPacks(fileURLToPath(at('')), protocol.SANDBOX_HOST_MODULES, compilePacks);

for (const [path, text] of generatedPages({ protocol, core, surface, conformance, packs, read })) {
  mkdirSync(new URL('.', at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
