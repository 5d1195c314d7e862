import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildEntry } from './build-entry.js';
import { findName, firstUserPosition, mapPosition, mapStack, parseFrame } from './positions.js';
import { positionAt, utf8Length, utf16Index } from './text.js';

describe('positionAt', () => {
  it.each([
    ['abc', 2, 1, 3],
    ['a\nbc', 3, 2, 2],
    ['a\r\nbc', 3, 2, 1],
    ['a\rb\u2028c\u2029d', 6, 4, 1],
    ['', 0, 1, 1],
    ['a\n', 2, 2, 1],
  ])('of %j at %d', (text, offset, line, column) => {
    expect(positionAt(text, offset)).toEqual({ line, column });
  });
});

describe('bytes and units', () => {
  it('counts UTF-8 as TextEncoder does', () => {
    for (const text of ['abc', 'é', '€', '😀', 'a\ud800b'])
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  });

  it('finds the character a byte belongs to', () => {
    // é is bytes 1-2, 😀 bytes 3-6 and two units, b byte 7.
    expect([0, 1, 2, 3, 6, 7, 8, 99].map((byte) => utf16Index('aé😀b', byte))).toEqual([0, 1, 1, 2, 2, 4, 5, 5]);
  });
});

describe('parseFrame', () => {
  it.each([
    ['    at f (user-code:3:11)', { name: 'f', file: 'user-code', line: 3, column: 11 }],
    ['    at user-code:1:21', { name: '', file: 'user-code', line: 1, column: 21 }],
    [
      '    at <anonymous> (nodetool-sandbox:@x/y|lib/a.js:1:2)',
      { name: '<anonymous>', file: 'nodetool-sandbox:@x/y|lib/a.js', line: 1, column: 2 },
    ],
    ['    at a (b:1:1) (user-code:2:3)', { name: 'a (b:1:1)', file: 'user-code', line: 2, column: 3 }],
  ])('reads %j', (line, frame) => {
    expect(parseFrame(line)).toEqual(frame);
  });

  it.each(['    at map (native)', 'Error: x', '', 'user-code:1:2'])('passes over %j', (line) => {
    expect(parseFrame(line)).toBeUndefined();
  });

  it('takes linear time on a frame as long as a stack may be', () => {
    const started = performance.now();
    expect(parseFrame(`    at ${'(a:1:'.repeat(4000)}`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('mapStack', () => {
  it('leads frames of the entry module back and writes pack frames for people', () => {
    const entry = buildEntry('import { a } from "@x/y";\n\nthrow new Error("boom")');
    const stack =
      '    at g (nodetool-sandbox:@x/y|sandbox/lib.js:7:3)\n    at map (native)\n    at default (user-code:3:11)\n';
    expect(mapStack(stack, entry)).toBe(
      '    at g (@x/y/sandbox/lib.js:7:3)\n    at map (native)\n    at default (user-code:3:11)',
    );
    expect(firstUserPosition(stack, entry)).toEqual({ line: 3, column: 11 });
  });

  it('moves a place inside the wrapper into the text', () => {
    const entry = buildEntry('a\nbc');
    expect(mapPosition(entry, 1, 1)).toEqual({ line: 1, column: 1 });
    expect(mapPosition(entry, 3, 2)).toEqual({ line: 2, column: 3 });
    expect(mapPosition(entry, 99, 99)).toEqual({ line: 2, column: 3 });
  });
});

describe('findName', () => {
  it('finds the name itself after the place of its statement, not a property, a string or a comment', () => {
    const entry = buildEntry('let zed1 = 1;\nreturn {\n  a: "zed", // zed\n  b: zed1.zed,\n  c: zed,\n}');
    expect(findName(entry, 'zed', { line: 2, column: 1 })).toEqual({ line: 5, column: 6 });
    expect(findName(entry, 'other', { line: 2, column: 1 })).toEqual({ line: 2, column: 1 });
  });
});

describe('positions the engine reports', () => {
  let quickjs: Awaited<ReturnType<typeof newQuickJSWASMModuleFromVariant>>;
  beforeAll(async () => {
    quickjs = await newQuickJSWASMModuleFromVariant(variant);
  });

  /** Runs a body that throws, and returns its stack as the engine wrote it. */
  function stackOf(code: string): string {
    const runtime = quickjs.newRuntime();
    runtime.setModuleLoader(
      () => 'export const a = 1; export default 2;',
      (_base, requested) => requested,
    );
    const context = runtime.newContext();
    const module = context.unwrapResult(context.evalCode(buildEntry(code).source, 'user-code', { type: 'module' }));
    const body = context.getProp(module, 'default');
    const promise = context.unwrapResult(context.callFunction(body, context.undefined));
    runtime.executePendingJobs();
    const state = context.getPromiseState(promise);
    if (state.type !== 'rejected') throw new Error(`expected a rejection: ${state.type}`);
    const { stack } = context.dump(state.error) as { stack: string };
    for (const handle of [state.error, promise, body, module]) handle.dispose();
    context.dispose();
    runtime.dispose();
    return stack;
  }

  // The engine points at the class after `new`, at the callee of a call and at a name that does not exist.
  it.each([
    ['throw new Error("x")', 1, 11],
    ['const é = "😀"; throw new Error("x")', 1, 27],
    ['nothing', 1, 1],
    ['\n\n  nothing', 3, 3],
    ['const é = "😀";\n/* 😀é */ throw new Error("x")', 2, 21],
    ['import {\n a\n} from "@x/y";\n\nthrow new Error("boom")', 5, 11],
    ['import a from "@x/é"; throw new Error("boom")', 1, 33],
    ['import b, { a } from "x"; import * as c from "y"; nothing', 1, 51],
    ['1\r\n2\r\nthrow new Error("x")', 3, 11],
    ['1\r2\rthrow new Error("x")', 3, 11],
    ['/*\r*/ throw new Error("x")', 2, 14],
    ['`\r\n`; throw new Error("x")', 2, 14],
    ['1\u20282\u2028throw new Error("x")', 3, 11],
    ['// a\u2028throw new Error("x")', 2, 11],
    ['/*\u2028*/throw new Error("x")', 2, 13],
    ['"\u2028"; throw new Error("x")', 2, 14],
    ['`\u2029`;\nthrow new Error("x")', 3, 11],
    ['#!/bin/x\nthrow new Error("x")', 2, 11],
    ['\uFEFFthrow new Error("x")', 1, 12],
    ['function f() { nothing }\n\nf()', 1, 16],
    // A statement without a place of its own is found by its start.
    ['let o;\n\nreturn o.b', 3, 1],
    ['let o;\n\n  const b = o.b', 3, 3],
    ['let é; let o; if (é) {} return o.b', 1, 25],
    ['let o;\nif (true) {\n  for (const x of o) {}\n}', 3, 3],
    ['let o;\nswitch (1) {\n  case 1: const a = o.b;\n}', 3, 11],
    ['let o; let p; let q; throw new Error("x")', 1, 32],
    ['let o\nconst p = 1\nconst q = o.b\nreturn 1', 3, 1],
    ['const f = () => {\n  let o;\n  return o.b;\n};\nreturn f()', 3, 3],
  ])('in %j', (code, line, column) => {
    expect(firstUserPosition(stackOf(code), buildEntry(code))).toEqual({ line, column });
  });
});
