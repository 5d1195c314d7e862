/**
 * Turns arithmetic.wat into arithmetic.wasm: `node examples/wasm-pack/build.mjs`.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

/** The binary of the text beside this file. */
export async function assemble() {
  const { parseWat } = await wabt();
  const text = parseWat('arithmetic.wat', readFileSync(new URL('arithmetic.wat', import.meta.url), 'utf8'));
  try {
    text.resolveNames();
    text.validate();
    return text.toBinary({}).buffer;
  } finally {
    text.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('arithmetic.wasm', import.meta.url), await assemble());
}
