import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { describe, expect, it } from 'vitest';
import { buildEntry } from './build-entry.js';

const KINDS: [string, (levels: number) => string][] = [
  ['array literals', (n) => `return ${'['.repeat(n)}${']'.repeat(n)}`],
  ['parentheses', (n) => `return ${'('.repeat(n)}1${')'.repeat(n)}`],
  ['object literals', (n) => `return ${'{a:'.repeat(n)}1${'}'.repeat(n)}`],
  ['blocks', (n) => `${'{'.repeat(n)}${'}'.repeat(n)}`],
  ['calls', (n) => `return ${'f('.repeat(n)}1${')'.repeat(n)}`],
  ['prefix operators', (n) => `return ${'!'.repeat(n)}1`],
  ['exponents', (n) => `return ${'1**'.repeat(n)}1`],
  ['new', (n) => `return ${'new '.repeat(n)}Date`],
  ['arrow functions', (n) => `return ${'x=>'.repeat(n)}1`],
  ['function expressions', (n) => `return ${'(function(){return '.repeat(n)}1${'})()'.repeat(n)}`],
  ['async arrow functions', (n) => `return ${'(async()=>{return '.repeat(n)}1${'})()'.repeat(n)}`],
  ['function declarations', (n) => `${'function f(){'.repeat(n)}${'}'.repeat(n)}`],
  ['classes', (n) => `return ${'(class{a='.repeat(n)}1${'})'.repeat(n)}`],
  ['conditional operators', (n) => `return ${'1?2:'.repeat(n)}3`],
  ['assignments', (n) => `let a;${'a='.repeat(n)}1`],
  ['templates', (n) => `return ${'`${'.repeat(n)}1${'}`'.repeat(n)}`],
  ['patterns', (n) => `let ${'['.repeat(n)}a${']'.repeat(n)} = 0`],
  ['else branches', (n) => `${'if(0);else '.repeat(n)};`],
  ['loops', (n) => `${'for(;0;)'.repeat(n)};`],
  ['try blocks', (n) => `${'try{'.repeat(n)}${'}finally{}'.repeat(n)}`],
  ['regular expressions', (n) => `return /${'('.repeat(n)}${')'.repeat(n)}/`],
  ['sums', (n) => `return ${'1+'.repeat(n)}1`],
  ['text that does not parse', (n) => `const x = {; ${'['.repeat(n)}`],
];

/** The most levels that are not refused. */
function deepest(make: (levels: number) => string): number {
  let low = 1;
  let high = 200_000;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (buildEntry(make(middle)).nestingTooDeep) high = middle;
    else low = middle;
  }
  return low;
}

describe('deeply nested text', () => {
  it.each(KINDS)('is refused before it can overflow a stack: %s', async (_kind, make) => {
    expect(buildEntry(make(200_000))).toMatchObject({ parsed: false, refused: true, nestingTooDeep: true });
    const levels = deepest(make);
    expect(levels).toBeGreaterThan(100);

    // The deepest text that is accepted ends in the engine, not in an exception of the host.
    const quickjs = await newQuickJSWASMModuleFromVariant(variant);
    const runtime = quickjs.newRuntime();
    runtime.setMaxStackSize(128 * 1024);
    const context = runtime.newContext();
    const result = context.evalCode(buildEntry(make(levels)).source, 'user-code', { type: 'module' });
    if (result.error) expect((context.dump(result.error) as Error).name).toMatch(/^(SyntaxError|RangeError)$/);
  });
});
