/**
 * `node scripts/generate.mjs [--check]`: writes the modules of the dsl and the flow pack from `nodes.json`.
 * With `--check` it writes nothing, names every file that is not fresh and exits with 1 when there is one.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleShared } from './bundle.mjs';
import { readNamespaces } from './node-list.mjs';
import { renderDsl } from './render-dsl.mjs';
import { renderFlow } from './render-flow.mjs';

const packs = fileURLToPath(new URL('../../', import.meta.url));
const FLOW = `
import { close_node_stream, invoke_node, open_node_stream, take_node_stream } from '@nodetool-ai/sandbox-nodetool/flow';
import { createCalls } from './src/calls.ts';
export const { callNode, streamNode, node } = createCalls({ close_node_stream, invoke_node, open_node_stream, take_node_stream });
`;

const namespaces = readNamespaces();
const wanted = new Map([
  ...(await filesOf('dsl', renderDsl(namespaces), 'generated/builder.js', `export * from './src/builder.ts';`)),
  ...(await filesOf('flow', renderFlow(namespaces), 'generated/calls.js', FLOW)),
]);

const stale = [...wanted].filter(([path, text]) => read(path) !== text).map(([path]) => path);
const left = ['dsl', 'flow'].flatMap((pack) => filesBelow(`${pack}/generated`)).filter((path) => !wanted.has(path));
if (process.argv.includes('--check')) {
  for (const path of [...stale, ...left]) console.error(`${path} is not fresh: run node scripts/generate.mjs`);
  process.exitCode = stale.length + left.length === 0 ? 0 : 1;
} else {
  for (const path of left) rmSync(join(packs, path));
  for (const path of stale) {
    mkdirSync(dirname(join(packs, path)), { recursive: true });
    writeFileSync(join(packs, path), wanted.get(path) ?? '');
  }
  console.log(`${wanted.size} files, ${stale.length} written, ${left.length} removed.`);
}

/**
 * @param {string} pack
 * @param {[path: string, text: string][]} rendered
 * @param {string} shared path of the bundled file
 * @param {string} entry its source
 * @returns {Promise<[string, string][]>}
 */
async function filesOf(pack, rendered, shared, entry) {
  const internal = [...(pack === 'dsl' ? ['generated/namespaces.js'] : []), shared].sort();
  return [
    ...rendered.map(([path, text]) => /** @type {[string, string]} */ ([`${pack}/${path}`, text])),
    [`${pack}/${shared}`, await bundleShared(packs, pack, entry)],
    [`${pack}/package.json`, manifestText(pack, internal)],
  ];
}

/**
 * The pack's package.json with its modules, what they share, and where each is found in plain Node.
 * @param {string} pack
 * @param {string[]} internal
 */
function manifestText(pack, internal) {
  const manifest = JSON.parse(read(`${pack}/package.json`) ?? '{}');
  const inNode = pack === 'flow' ? 'generated/outside' : 'generated';
  manifest.exports = {
    '.': { types: './guest.d.ts', default: './dist/index.js' },
    './limits': { types: './dist/limits.d.ts', default: './dist/limits.js' },
    ...Object.fromEntries(
      namespaces.map(({ name }) => [
        `./${name}`,
        { types: `./generated/${name}.d.ts`, default: `./${inNode}/${name}.js` },
      ]),
    ),
    './package.json': './package.json',
  };
  manifest.nodetool = {
    apiVersion: 1,
    sandboxModules: [
      { name: '.', kind: 'js', file: 'generated/index.js', types: 'guest.d.ts' },
      ...namespaces.map(({ name }) => ({
        name,
        kind: 'js',
        file: `generated/${name}.js`,
        types: `generated/${name}.d.ts`,
      })),
    ],
    internal,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** @param {string} path below the folder of packs */
function read(path) {
  try {
    return readFileSync(join(packs, path), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  try {
    return readdirSync(join(packs, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
  } catch {
    return [];
  }
}
