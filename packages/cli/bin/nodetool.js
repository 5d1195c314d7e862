#!/usr/bin/env node
// Starts the built command from any folder. The build may be missing on a fresh clone: say so instead of a stack.
import { existsSync } from 'node:fs';

const entry = new URL('../dist/main.js', import.meta.url);
if (existsSync(entry)) {
  const { main } = await import(entry.href);
  await main();
} else {
  process.stderr.write('nodetool is not built yet. Run "npm run build" in the repository, then try again.\n');
  process.exitCode = 1;
}
