/**
 * `npm run quickstart [-- options]`: installs, builds, and runs a workflow of Code nodes over real data.
 * Options are handed to `nodetool run`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, install, requireNode, root, run } from './steps.mjs';

const example = 'examples/quickstart';
const args = process.argv.slice(2);

requireNode();
if (!install() || !build()) {
  console.error('The quickstart stopped: the step above failed.');
  process.exit(1);
}
if (!run(process.execPath, ['packages/cli/bin/nodetool.js', 'run', `${example}/workflow.json`, ...args])) {
  console.error('The quickstart stopped: the workflow failed.');
  process.exit(1);
}

const results = join(root, example, 'out');
if (existsSync(results)) {
  console.log('\nResults to open:');
  for (const name of readdirSync(results).sort()) console.log(`  ${relative(process.cwd(), join(results, name))}`);
}
console.log(`The workflow itself is ${example}/workflow.json: change a Code node and run it again.`);
