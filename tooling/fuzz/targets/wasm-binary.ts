/**
 * WebAssembly binaries of a pack: the reader decides before any engine sees them.
 * @module
 */
import fc from 'fast-check';
import { parseWasm } from '../../../packages/sandbox-core/src/modules/wasm/parse.js';
import { WasmFormatError } from '../../../packages/sandbox-core/src/modules/wasm/reader.js';
import { assemble, workshop } from '../../../packages/sandbox-core/src/modules/wasm/testing/assemble.js';
import { mutated } from '../generate/mutate.js';
import { type FuzzTarget, mustEqual, subject } from '../target.js';

/** The part of the host's own engine that is used here; Node's types do not know it. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  Module: {
    new (bytes: Uint8Array): object;
    exports(module: object): { name: string; kind: string }[];
    imports(module: object): unknown[];
  };
};

const BODY = [0x20, 0];
const SAMPLES: readonly Uint8Array[] = [
  workshop(),
  assemble({}),
  assemble({ functions: [{ name: 'id', params: ['i64'], results: ['i64'], body: BODY }], memories: [[1, 0, 1]] }),
  assemble({
    functions: [{ name: 'é', body: [] }],
    tables: [[0x70, 1, 1, 2]],
    globals: 2,
    start: 0,
    exports: [
      ['t', 1, 0],
      ['g', 3, 1],
    ],
  }),
  assemble({
    functions: [{ params: ['externref', 'v128'], results: ['f32', 'f64'], body: [0x00] }],
    memories: [[1, 1, 2]],
    data: [1, 2, 3],
    exports: [['m', 2, 0]],
  }),
  // A custom section with a name, and one of an unknown id.
  Uint8Array.from([...assemble({}), 0, 5, 4, 0x6e, 0x61, 0x6d, 0x65]),
  Uint8Array.from([...assemble({}), 14, 1, 0]),
];

/** What this sandbox refuses although WebAssembly allows it. A refusal of a valid binary for any other reason is a fault. */
const POLICY =
  /import|shared|64-bit|without a maximum|no maximum|more than one memory|at most|garbage|not supported|only|too many|pages|flags|twice/i;

/** Only a `WasmFormatError` comes out; what is accepted declares what the host's own engine sees in it. */
export const wasmBinary: FuzzTarget = {
  name: 'wasm-binary',
  open: () =>
    subject({
      cases: fc.oneof({ weight: 15, arbitrary: mutated(SAMPLES) }, { weight: 1, arbitrary: fc.uint8Array() }),
      check(bytes) {
        const isValid = WebAssembly.validate(bytes);
        let parsed: ReturnType<typeof parseWasm>;
        try {
          parsed = parseWasm(bytes);
        } catch (error) {
          if (!(error instanceof WasmFormatError)) throw error;
          if (!/\(byte \d+\)$/.test(error.message)) throw error;
          if (isValid && !POLICY.test(error.message)) throw new Error(`refused although valid: ${error.message}`);
          return;
        }
        if (!isValid) return;
        const module = new WebAssembly.Module(bytes);
        const declared = [...parsed.exports].map(([name, { kind }]) => `${kind} ${name}`);
        const seen = WebAssembly.Module.exports(module).map(({ name, kind }) => `${kind} ${name}`);
        mustEqual(declared.sort().join(), seen.sort().join(), 'exports');
        mustEqual(WebAssembly.Module.imports(module).length, 0, 'imports');
      },
    }),
};
