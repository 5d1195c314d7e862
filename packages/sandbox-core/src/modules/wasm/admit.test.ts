import type { ResolvedWasmModule, WasmExport } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { planModules } from '../plan.js';
import { resolutionOf, wasmModule } from '../testing/modules.js';
import { wasmModuleViolation } from './admit.js';
import { assemble, binary, name, section, type TestFunction, workshop } from './testing/assemble.js';

function violationOf(module: ResolvedWasmModule): string {
  const made = planModules(resolutionOf(module));
  if (!('violation' in made)) throw new Error('the module was admitted');
  return made.violation;
}

/** A module with one function under the name `f`. */
function withFunction(fn: Omit<TestFunction, 'name'>, exports: unknown = [{ wasm: 'f', as: 'f' }]): ResolvedWasmModule {
  return wasmModule({
    bytes: assemble({
      functions: [{ ...fn, name: 'f' }],
      memories: [[1, 0, 1]],
      tables: [[1, 0, 1]],
      globals: 1,
      exports: [
        ['m', 2, 0],
        ['t', 1, 0],
        ['g', 3, 0],
      ],
    }),
    wasm: { memoryPagesMax: 1, exports: exports as WasmExport[] },
  });
}

const nine = new Array<'f64'>(9).fill('f64');

describe('a WASM module', () => {
  it('is served with its functions under their aliases', () => {
    const made = planModules(resolutionOf(withFunction({ body: [] }, [{ wasm: 'f', as: 'doIt' }])));
    if ('violation' in made) throw new Error(made.violation);
    expect(made.normalize('user-code', 'workshop')).toEqual({ id: 'nodetool-sandbox:workshop|workshop.wasm' });
    expect([...(made.wasmModules.get('workshop')?.functions ?? [])]).toEqual([['doIt', { wasmName: 'f', params: [] }]]);
  });

  it('may have a function with eight parameters', () => {
    const made = planModules(resolutionOf(withFunction({ params: nine.slice(1), results: ['f64'], body: [0x20, 7] })));
    expect('violation' in made).toBe(false);
  });

  it.each<[string, ResolvedWasmModule, string]>([
    ['a parameter i64', withFunction({ params: ['i64'], body: [] }), 'export "f" uses i64, which would be a bigint'],
    ['a result i64', withFunction({ results: ['i64'], body: [0x42, 0] }), 'export "f" uses i64'],
    ['v128', withFunction({ params: ['v128'], body: [] }), 'export "f" uses v128, which no number can hold'],
    ['a reference', withFunction({ params: ['externref'], body: [] }), 'export "f" uses a reference'],
    [
      'nine parameters',
      withFunction({ params: nine, body: [] }),
      'export "f" has 9 parameters; at most 8 can be passed',
    ],
    [
      'two results',
      withFunction({ results: ['i32', 'i32'], body: [0x41, 0, 0x41, 0] }),
      'export "f" has 2 results; at most one can be returned',
    ],
    [
      'a missing export',
      withFunction({ body: [] }, [{ wasm: 'g2', as: 'g2' }]),
      'export "g2" is missing from the binary',
    ],
    ['an inherited name', withFunction({ body: [] }, [{ wasm: 'constructor', as: 'c' }]), '"constructor" is missing'],
    ['a memory', withFunction({ body: [] }, [{ wasm: 'm', as: 'm' }]), 'export "m" is a memory, not a function'],
    ['a table', withFunction({ body: [] }, [{ wasm: 't', as: 't' }]), 'export "t" is a table, not a function'],
    ['a global', withFunction({ body: [] }, [{ wasm: 'g', as: 'g' }]), 'export "g" is a global, not a function'],
    ['an alias with a dash', withFunction({ body: [] }, [{ wasm: 'f', as: 'do-it' }]), 'an identifier, not "do-it"'],
    ['a reserved alias', withFunction({ body: [] }, [{ wasm: 'f', as: 'await' }]), 'an identifier, not "await"'],
    ['the alias of the binding', withFunction({ body: [] }, [{ wasm: 'f', as: '__wasmCall' }]), 'not "__wasmCall"'],
    ['an alias with code', withFunction({ body: [] }, [{ wasm: 'f', as: 'f(){};evil' }]), 'export "f" needs an alias'],
    [
      'a name twice',
      withFunction({ body: [] }, [
        { wasm: 'f', as: 'a' },
        { wasm: 'f', as: 'b' },
      ]),
      'declared twice',
    ],
    ['no exports', withFunction({ body: [] }, []), 'wasm.exports must name one function at least'],
    ['exports of another shape', withFunction({ body: [] }, ['f']), 'not { wasm, as }'],
    ['an invalid body', withFunction({ results: ['i32'], body: [] }), 'not valid WebAssembly'],
    ['a truncated binary', wasmModule({ bytes: workshop().subarray(0, 40) }), 'truncated'],
    ['no bytes', wasmModule({ bytes: [0] as unknown as Uint8Array }), 'bytes must be a Uint8Array'],
    ['more than 4 MiB', wasmModule({ bytes: new Uint8Array(4_194_305) }), '4194305 bytes; at most 4194304'],
    [
      'more pages than declared',
      wasmModule({ bytes: workshop(20), wasm: { ...wasmModule().wasm, memoryPagesMax: 19 } }),
      'grow to 20 pages, past memoryPagesMax, 19',
    ],
    [
      'memoryPagesMax 4097',
      wasmModule({ wasm: { ...wasmModule().wasm, memoryPagesMax: 4097 } }),
      'an integer from 0 to 4096',
    ],
    [
      'a memoryPagesMax that is none',
      wasmModule({ wasm: { ...wasmModule().wasm, memoryPagesMax: Number.NaN } }),
      'memoryPagesMax must be',
    ],
    ['no declaration', wasmModule({ wasm: undefined as unknown as ResolvedWasmModule['wasm'] }), 'wasm must be {'],
    [
      'a raised budget',
      wasmModule({ limits: { callTimeoutMs: 5001 } }),
      'limits.callTimeoutMs must be an integer from 1 to 5000',
    ],
    ['a budget of nothing', wasmModule({ limits: { callsPerInvocation: 0 } }), 'limits.callsPerInvocation must be'],
    [
      'a budget of text',
      wasmModule({ limits: { wallClockMs: '9' as unknown as number } }),
      'limits.wallClockMs must be',
    ],
  ])('with %s is refused by name', (_what, module, text) => {
    expect(violationOf(module)).toContain('module "workshop": ');
    expect(violationOf(module)).toContain(text);
  });

  it.each<[string, ResolvedWasmModule]>([
    ['invalid', wasmModule({ bytes: workshop().subarray(0, 40) })],
    ['invalid', withFunction({ results: ['i32'], body: [] })],
    ['imports', wasmModule({ bytes: binary(section(2, [1, ...name('m'), ...name('f'), 0, 0])) })],
    ['memory', wasmModule({ bytes: assemble({ memories: [[0, 1]] }) })],
    ['memory', wasmModule({ bytes: assemble({ memories: [[3, 1, 1]] }) })],
    ['memory', wasmModule({ bytes: workshop(20), wasm: { ...wasmModule().wasm, memoryPagesMax: 19 } })],
    ['export', withFunction({ params: ['i64'], body: [] })],
  ])('is refused for what is %s', (concern, module) => {
    expect(wasmModuleViolation(module)).toMatchObject({ concern, violation: expect.any(String) });
  });

  it('has no violation when it is served', () => {
    expect(wasmModuleViolation(wasmModule())).toBeUndefined();
  });

  it('is looked at again when its bytes are another binary under another digest', () => {
    const bytes = workshop();
    expect('violation' in planModules(resolutionOf(wasmModule({ bytes })))).toBe(false);
    bytes.fill(0);
    expect(violationOf(wasmModule({ bytes, contentDigest: 'b'.repeat(64) }))).toContain('not WebAssembly');
  });

  it('cannot be changed by its caller once it was admitted', () => {
    const bytes = workshop();
    const made = planModules(resolutionOf(wasmModule({ bytes })));
    if ('violation' in made) throw new Error(made.violation);
    const before = Uint8Array.from(bytes);
    bytes.fill(0);
    expect(made.wasmModules.get('workshop')?.binary.bytes).toEqual(before);
  });
});
