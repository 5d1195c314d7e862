import { describe, expect, it } from 'vitest';
import {
  buildEntry,
  buildEntryModule,
  entryBodyLineOffset,
  escapeProbes,
  syntaxProblem,
  syntaxVerdict,
  wrapCode,
} from './build-entry.js';

const OPEN = 'export default async () => {';

describe('buildEntry', () => {
  it('puts import-free text into the body of one async function, on the same first line', () => {
    expect(buildEntry('return 2 + 2')).toMatchObject({
      source: `${OPEN}0;return 2 + 2\n}`,
      parsed: true,
      imports: [],
      lineOffset: 0,
    });
  });

  it('takes imports out and keeps every line where it was', () => {
    const code = 'import {\n a, // first\n b as c\n} from "@x/y";\n\nthrow new Error("boom")';
    const { source, imports, parsed } = buildEntry(code);
    const lines = source.split('\n');
    expect(parsed).toBe(true);
    expect(lines[0]?.trimEnd()).toBe(`import {a as a, b as c} from "@x/y"; ${OPEN}`);
    expect(lines[5]).toBe('throw new Error("boom")');
    expect(lines).toHaveLength(7);
    expect(imports).toEqual([{ specifier: '@x/y', names: ['a', 'b'], line: 1, column: 1 }]);
  });

  it.each([
    ['import "x"', 'import "x"; '],
    ["import d from 'x'", 'import d from "x"; '],
    ['import * as n from "x"', 'import * as n from "x"; '],
    ['import d, * as n from "x"', 'import d, * as n from "x"; '],
    ['import d, { default as e, f } from "x"', 'import d, {default as e, f as f} from "x"; '],
    ['import {} from "x"', 'import "x"; '],
    ['import { "a-b" as c } from "x"', 'import {"a-b" as c} from "x"; '],
    ['import a from "\\u0022; evil(); \\u0022"', 'import a from "\\"; evil(); \\""; '],
  ])('re-emits %s', (code, emitted) => {
    expect(buildEntry(code).source).toBe(`${emitted}${OPEN}${' '.repeat(code.length)}\n}`);
  });

  it('keeps imports in source order, also those after other statements', () => {
    const { source } = buildEntry('let x = 1\nimport a from "a"\nimport b from "b"\nreturn x');
    expect(source.startsWith(`import a from "a"; import b from "b"; ${OPEN}0;let x = 1\n`)).toBe(true);
  });

  it('marks the statements of a list that would have no place in a stack, and no others', () => {
    const code =
      "'use strict'; f(); var a; if (a) var b; else return; for (const c of a) { throw c } l: while (a) { class D {} } switch (a) { case 1: let e; g() }";
    const marked =
      "'use strict'; f(); 0;var a; 0;if (a) var b; else return; 0;for (const c of a) { throw c } 0;l: while (a) { 0;class D {} } 0;switch (a) { case 1: 0;let e; g() }";
    expect(buildEntry(code).source).toBe(`${OPEN}${marked}\n}`);
    expect(buildEntryModule(code)).toBe(`${OPEN}${code}\n}`);
  });

  it('leaves import(), import.meta and import in strings where they are', () => {
    const code = 'const m = import.meta; return import("x") + "import a from \'b\'"';
    expect(buildEntryModule(code)).toBe(`${OPEN}${code}\n}`);
  });

  it.each(['return 1', 'const x = {;', '', '}', 'return `', '#!/bin/sh\nreturn 1'])(
    'equals wrapCode for %j',
    (code) => {
      expect(buildEntryModule(code)).toBe(wrapCode(code));
      expect(entryBodyLineOffset(code)).toBe(0);
    },
  );

  it('ignores a #! line and a byte order mark without moving anything', () => {
    expect(buildEntry('#!/usr/bin/env node\nreturn 1').source).toBe(`${OPEN}${' '.repeat(19)}\n0;return 1\n}`);
    expect(buildEntry('\uFEFF#!x\nreturn 1')).toMatchObject({ parsed: true, source: `${OPEN}    \n0;return 1\n}` });
  });

  it('writes every line end as a line feed, which means the same in a program', () => {
    expect(buildEntry('a\r\nb\rc').source).toBe(`${OPEN}a\nb\nc\n}`);
  });

  it('keeps U+2028 in literals and makes it a line feed elsewhere', () => {
    expect(buildEntry('a\u2028b; "\u2028"; `\u2029${c}\u2028`').source).toBe(
      `${OPEN}a\nb; "\u2028"; \`\u2029\${c}\u2028\`\n}`,
    );
  });

  it.each([
    ['export default 1', 1, 1, /'export' is not available/],
    ['return 1\n  export { x }', 2, 3, /'export' is not available/],
    ['import a from "x" with { type: "json" }', 1, 26, /import attributes .* "x"/],
    ['\nimport defer * as x from "x"', 2, 8, /'import defer'/],
    ['import source x from "x"', 1, 8, /'import source'/],
    ['  using x = y', 1, 9, /'using' declarations/],
    ['await using x = y', 1, 13, /'await using' declarations/],
  ])('refuses %j by name and place', (code, line, column, message) => {
    const entry = buildEntry(code);
    expect(entry).toMatchObject({ parsed: false, refused: true, syntax: { line, column } });
    expect(entry.syntax?.message).toMatch(message);
    expect(entry.probes).toBeUndefined();
  });

  it.each([
    'import defer from "x"',
    'import source from "x"',
    'const using = 1; return using',
    'import { defer } from "x"',
  ])('takes %j as the plain code it is', (code) => {
    expect(buildEntry(code).parsed).toBe(true);
  });

  it.each([
    ['const x = {;', 1, 12],
    ['let a = 1;\nlet a = 2;', 2, 5],
    ['return new.target', 1, 8],
    ['return super.x', 1, 8],
    ['a\r\nb c', 2, 3],
    ['é😀', 1, 2],
  ])('places the mistake in %j', (code, line, column) => {
    expect(syntaxProblem(code)).toMatchObject({ line, column });
  });

  it('sees no problem in a program', () => {
    expect(syntaxProblem('await 1; return 2')).toBeUndefined();
  });

  it('refuses a body that declares a name it imports, as a module would', () => {
    const entry = buildEntry('import { x } from "y";\nconst x = 1;');
    expect(entry.syntax).toMatchObject({ line: 2, column: 7 });
    expect(syntaxVerdict(entry)).toEqual(entry.syntax);
    // The engine is asked about the text without the import, not about the import.
    expect(entry.probes?.[0]).toBe(`(async () => {${' '.repeat(22)}\nconst x = 1;\n})();`);
  });

  it('does not take length for depth', () => {
    const long = `return ${'"a" + '.repeat(3000)}"b"; ${'x.y().z[0];'.repeat(5000)} ${'{}'.repeat(5000)}`;
    expect(buildEntry(long).parsed).toBe(true);
  });
});

describe('syntaxVerdict', () => {
  it("reports the engine's words at the parser's place", () => {
    const entry = buildEntry('const x = {;');
    expect(syntaxVerdict(entry, ['first', 'second'])).toEqual({ message: 'first', line: 1, column: 12 });
    expect(syntaxVerdict(entry, [undefined, 'second'])).toEqual({ message: 'second', line: 1, column: 12 });
  });

  it('lets text run that both probes accept', () => {
    expect(syntaxVerdict(buildEntry('function f() {} function f() {}'))).toBeUndefined();
    expect(syntaxVerdict(buildEntry('return 1'))).toBeUndefined();
  });
});

describe('escapeProbes', () => {
  it('gives two wrappers that go on differently', () => {
    expect(escapeProbes('x')).toEqual(['(async () => {x\n})();', '(0 ? async () => {x\n} : 0);']);
  });
});
