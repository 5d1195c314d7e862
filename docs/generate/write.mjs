/** `npm run docs:generate`: writes the generated pages. */
import { writeFileSync } from 'node:fs';
import { SANDBOX_ERROR_CODES, SANDBOX_LIMITS } from '@nodetool-ai/protocol';
import * as core from '@nodetool-ai/sandbox-core';
import { limitsPage } from './limits-page.mjs';

writeFileSync(new URL('../limits.md', import.meta.url), limitsPage(SANDBOX_LIMITS, core, SANDBOX_ERROR_CODES));
