/**
 * Host side of secrets. The scope is checked here and nowhere else: whatever a program does to its own world, no call
 * gets past this file.
 * @module
 */
import { SandboxLimitError } from '../errors.js';
import { MAX_SECRET_NAME_CHARS, MAX_SECRETS_READ } from '../limits.js';
import type { BridgeFamily, RunScope } from './bridge.js';
import { askContext } from './context-call.js';
import { createSecretsRead } from './secrets-read.js';

/** Names of a scope that a refusal shows. */
const MAX_SHOWN_NAMES = 20;

/** What an unset secret means to the caller: nothing, an error, or nothing even when it is empty. */
type Use = 'getSecret' | 'nodetool.secrets.get' | 'nodetool.secrets.tryGet';
const USES: readonly unknown[] = ['getSecret', 'nodetool.secrets.get', 'nodetool.secrets.tryGet'] satisfies Use[];

/** The bridge `secrets.get`: the name, and under which of its three names the program called it. */
export const secretBridges: BridgeFamily = [
  ['secrets.get', (run, [name, use]) => readSecret(run, name, USES.includes(use) ? (use as Use) : 'getSecret')],
];

async function readSecret(run: RunScope, name: unknown, use: Use): Promise<string | undefined> {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`${use}: the name of a secret must be a non-empty string`);
  }
  if (name.length > MAX_SECRET_NAME_CHARS) {
    throw new TypeError(
      `${use}: the name has ${name.length} characters; at most ${MAX_SECRET_NAME_CHARS} are accepted`,
    );
  }
  refuseOutOfScope(name, run.limits.secretScope, use);
  const value = await valueOf(run, name, use);
  if (use === 'getSecret' || (value !== undefined && value !== '')) return value;
  if (use === 'nodetool.secrets.tryGet') return undefined;
  throw new Error(
    `${use}: secret ${JSON.stringify(name)} is not set. Set it in the secret store of the application that runs this ` +
      'program, or ask with nodetool.secrets.tryGet',
  );
}

function refuseOutOfScope(name: string, scope: readonly string[] | null, use: Use): void {
  if (scope === null || scope.includes(name)) return;
  const asked = `${use}: secret ${JSON.stringify(name)} is not in the scope of this run`;
  if (scope.length === 0) throw new Error(`${asked}: no secret is declared. Declare it where the run is set up`);
  const shown = scope.slice(0, MAX_SHOWN_NAMES).map((one) => JSON.stringify(one));
  const more = scope.length > shown.length ? ` and ${scope.length - shown.length} more` : '';
  throw new Error(`${asked}. Allowed: ${shown.join(', ')}${more}`);
}

async function valueOf(run: RunScope, name: string, use: Use): Promise<string | undefined> {
  if (run.options.context === undefined) return undefined;
  const read = run.own(createSecretsRead);
  // Each value read is looked for in each error text from then on, so that there cannot be any number of them.
  if (read.values.size >= MAX_SECRETS_READ) {
    throw new SandboxLimitError(
      'MAX_SECRETS_READ',
      `${use}: a run may read ${MAX_SECRETS_READ} secrets (MAX_SECRETS_READ)`,
    );
  }
  const value: unknown = await askContext(run, use, 'getSecret', (context) => context.getSecret(name));
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') {
    throw new TypeError(`${use}: the host gave a ${typeof value} for secret ${JSON.stringify(name)}, not a text`);
  }
  read.note(value);
  return value;
}
