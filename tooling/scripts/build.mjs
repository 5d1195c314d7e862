/** `npm run build`: installs when needed and builds what changed. */
import { build, install, requireNode } from './steps.mjs';

requireNode();
process.exitCode = install() && build() ? 0 : 1;
