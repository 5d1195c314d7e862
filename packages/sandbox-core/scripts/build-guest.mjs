// Writes the guest's own code as ES modules of text to `src/generated/guest-modules.ts`.
// Modules, not one bundle: the engine parses them one by one, which leaves fewer holes in the memory image.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { copyEngine } from './copy-engine.mjs';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
/** While lines are counted, the instrumented code goes to a folder of its own: no other program must take it for the guest. */
const coverageFolder = process.env.GUEST_COVERAGE;
const FOLDER = coverageFolder ?? `${SOURCES}/generated`;
const TARGET = `${FOLDER}/guest-modules.ts`;
const ENTRY = 'guest/main.js';

const options = {
  absWorkingDir: SOURCES,
  outdir: SOURCES,
  outbase: SOURCES,
  write: false,
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
};
const whole = await build({ ...options, entryPoints: ['guest/main.ts'], bundle: true, metafile: true });
const compiled = await build({
  ...options,
  entryPoints: Object.keys(whole.metafile.inputs),
  plugins: coverageFolder ? (await import('../test/guest-coverage.mjs')).guestPlugins() : [],
  minifySyntax: true,
  minifyWhitespace: true,
  charset: 'utf8',
  legalComments: 'none',
});
const modules = compiled.outputFiles.map(({ path, text }) => [path.slice(SOURCES.length + 1), text]).sort();

const text = `/** The guest's own code: module text by path. Made by scripts/build-guest.mjs from src/guest. */
export const GUEST_MODULES: ReadonlyMap<string, string> = new Map(${JSON.stringify(modules, undefined, 2)});

/** The module to evaluate. */
export const GUEST_ENTRY = ${JSON.stringify(ENTRY)};
`;
// What prepares the guest counts as well: an image of before a change there must not outlive it.
const engineFiles = (await readdir(`${SOURCES}/engine`)).filter((name) => !name.endsWith('.test.ts')).sort();
const engineTexts = await Promise.all(engineFiles.map((name) => readFile(`${SOURCES}/engine/${name}`, 'utf8')));
const digest = createHash('sha256')
  .update(JSON.stringify([modules, engineTexts]))
  .digest('hex');
const digestText = `/** Tells the guest's own code from that of other versions. Made by scripts/build-guest.mjs. */
export const GUEST_DIGEST = '${digest}';
`;
await writeIfNew(TARGET, text);
await writeIfNew(`${FOLDER}/guest-digest.ts`, digestText);
await writeIfNew(
  `${FOLDER}/image-digest.ts`,
  `/** SHA-256 of the prepared guest's file. The sources have none; scripts/build-image.mjs fills it in in \`dist\`. */
export const IMAGE_SHA256: string = '';
`,
);
await copyEngine();
await import('./build-host-world.mjs');

/** An unchanged file keeps its time, so that nothing is compiled again. */
async function writeIfNew(file, text) {
  const present = await readFile(file, 'utf8').catch(() => '');
  if (present === text) return;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, text);
}
