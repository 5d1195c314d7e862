// Bundles the guest's own TypeScript to one script, kept as a string in `src/generated/guest-source.ts`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const result = await build({
  entryPoints: [at('../src/guest/main.ts')],
  bundle: true,
  write: false,
  format: 'iife',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2023',
  minifySyntax: true,
  minifyWhitespace: true,
  charset: 'utf8',
  legalComments: 'none',
});

const text = `/** The guest's own code as one script. Made by scripts/build-guest.mjs from src/guest. */
export const GUEST_SOURCE = ${JSON.stringify(result.outputFiles[0].text)};
`;
const target = at('../src/generated/guest-source.ts');
const present = await readFile(target, 'utf8').catch(() => '');
if (present !== text) {
  await mkdir(at('../src/generated/'), { recursive: true });
  await writeFile(target, text);
}
