/** `npm run page [-- --port 5173]`: installs, builds, and serves the page until it is stopped. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, install, requireNode } from '../../tooling/scripts/steps.mjs';

const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } });

requireNode();
if (!install() || !build()) {
  console.error('The page was not started: the step above failed.');
  process.exit(1);
}

// Only now: before the install it may not be there.
const { createServer } = await import('vite');
const server = await createServer({
  root: fileURLToPath(new URL('.', import.meta.url)),
  server: { port: Number(values.port), host: 'localhost' },
});
await server.listen();
server.printUrls();
