/** `npm run docs:generate`: writes the generated pages. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as protocol from '@nodetool-ai/protocol';
import * as core from '@nodetool-ai/sandbox-core';
import * as surface from '../../packages/sandbox-core/dist/manifest/surface/index.js';
import { loadTable } from './load-table.mjs';
import { generatedPages } from './pages.mjs';

const at = (/** @type {string} */ path) => new URL(`../../${path}`, import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(at(path), 'utf8');

for (const [path, text] of generatedPages({ protocol, core, surface, conformance: await loadTable(), read })) {
  mkdirSync(new URL('.', at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
