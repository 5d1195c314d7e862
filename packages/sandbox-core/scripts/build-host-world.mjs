// Writes the guest's world as one function of the host to `src/generated/host-world.ts`: `buildSandbox` makes its
// surface with it. One file, evaluated when it is called: the parts it is made of would be half of the package's loading time.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
const TARGET = `${SOURCES}/generated/host-world.ts`;

const result = await build({
  entryPoints: [`${SOURCES}/build-sandbox/world.ts`],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'bundled',
  platform: 'neutral',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  minifySyntax: true,
  minifyWhitespace: true,
  // Newer than the oldest hosts.
  define: { 'Error.isError': 'hostIsError' },
  plugins: [
    {
      name: 'parts of the host',
      setup(builder) {
        builder.onResolve({ filter: /\/(?:channel|seal)\.js$/ }, ({ path }) => {
          const name = path.slice(path.lastIndexOf('/') + 1, -'.js'.length);
          return { path: `${SOURCES}/build-sandbox/${name}.ts` };
        });
      },
    },
  ],
});

const text = `// @ts-nocheck
/** The guest's world on the host. Made by scripts/build-host-world.mjs from src/build-sandbox/world.ts. */
import type { HostChannel } from '../build-sandbox/channel.js';
import type { makeWorld } from '../build-sandbox/world.js';

/** Evaluates a copy of its own. \`globalThis\` is what the world reads classes of the engine from. */
export function loadHostWorld(sandboxHost: HostChannel, globalThis: object): typeof makeWorld {
const hostIsError = Error.isError ?? ((value) => value instanceof Error);
${result.outputFiles[0].text}
return bundled.makeWorld;
}
`;
const present = await readFile(TARGET, 'utf8').catch(() => '');
if (present !== text) {
  await mkdir(`${SOURCES}/generated`, { recursive: true });
  await writeFile(TARGET, text);
}
