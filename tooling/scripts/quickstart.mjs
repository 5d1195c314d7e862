/**
 * `npm run quickstart [-- options]`: installs, builds, and runs a workflow of Code nodes over real data.
 * Options are handed to `nodetool run`.
 */
import { build, install, requireNode, run } from './steps.mjs';

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

console.log(`\nOpen the results above. The workflow is ${example}/workflow.json: change a Code node and run it again.`);
