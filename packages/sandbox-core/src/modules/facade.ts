/**
 * Generates the guest's side of host modules: an ES module whose functions forward to the host.
 * @module
 */
import type { SandboxHostModuleRow } from '@nodetool-ai/protocol';
import { HOST_DISPATCH_GLOBAL } from '../guest/paths.js';
import { HOST_BRIDGE_SPECIFIER } from './ids.js';

/**
 * Facade of one host module: a named async export per registry export, and a default object with all of them.
 * When this text changes, raise `SANDBOX_HOST_FACADE_VERSION`: it is part of content digests.
 */
export function hostFacadeSource(specifier: string, row: SandboxHostModuleRow): string {
  const functions = row.exports.map(
    (name) =>
      `export async function ${name}(...args) {\n` +
      `  return __hostCall(${JSON.stringify(specifier)}, ${JSON.stringify(name)}, args);\n}\n`,
  );
  return (
    `import { __hostCall } from ${JSON.stringify(HOST_BRIDGE_SPECIFIER)};\n` +
    functions.join('') +
    `export default { ${row.exports.join(', ')} };\n`
  );
}

/** The private module all host facades share: it keeps the dispatcher, so that the global can go. */
export const HOST_BRIDGE_SOURCE = `export const __hostCall = globalThis.${HOST_DISPATCH_GLOBAL};\n`;
