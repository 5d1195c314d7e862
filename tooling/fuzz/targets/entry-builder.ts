/**
 * Program texts before the entry builder, judged by Babel's parser, which shares no code with it.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ParserOptions, parse } from '@babel/parser';
import fc from 'fast-check';
import {
  buildEntry,
  CLOSE,
  type EntryModule,
  PLACE_MARK,
} from '../../../packages/sandbox-core/src/entry/build-entry.js';
import { mapPosition, mapStack } from '../../../packages/sandbox-core/src/entry/positions.js';
import { type FuzzTarget, mustEqual, subject } from '../target.js';

const FRAGMENTS = [
  'return 1',
  'await x',
  'x',
  'f(1)',
  'const a = 1',
  'let {b, ...c} = a',
  'if (a) b; else c',
  'for (const x of y) ',
  'while (0) ',
  'switch (a) { case 1: ',
  'function f() {',
  'async () => {',
  'class A { #p = 1; static {',
  '`t${',
  '}`',
  '`',
  '/r[/]/g',
  '/',
  '"s"',
  "'s",
  '/*',
  '*/',
  '//',
  '<!--',
  '-->',
  '#!x',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '};',
  '})();',
  '(async () => {',
  '=>',
  ',',
  ';',
  ':',
  '?',
  '...',
  '\n',
  '\r\n',
  '\r',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\0',
  ' ',
  '\\u0061',
  'é',
  '😀',
  '\ud800',
  'import a from "p"',
  'import {default as d, "x y" as z} from "p";',
  "import * as n from 'p'\n",
  'import "p";',
  'import("p")',
  'import.meta',
  'import json from "p" with { type: "json" }',
  'import defer * as q from "p"',
  'export default 1',
  'export {a}',
  'yield',
  'arguments',
  'new.target',
  'super.x',
  'this',
  'eval("1")',
  'with (a) ',
  'label: ',
  'break label',
  'using u = v',
  'async function* g() {',
  'for await (const x of y) ',
  '@dec class {}',
  'get',
  'static',
  'async',
  'of',
  'let',
  'await',
  'x ||= y ?? z',
  '1n',
  '0777',
  '1_0',
  '.5',
  'a?.b',
  '**',
  'delete x',
  'debugger',
] as const;

/** Texts of the parser tests that come with the suite of ECMAScript. */
function samples(): string[] {
  const root = dirname(createRequire(import.meta.url).resolve('test262-parser-tests/package.json'));
  return ['pass', 'pass-explicit', 'fail', 'early'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
}

const BABEL: ParserOptions = {
  sourceType: 'module',
  // Errors of meaning, such as a name declared twice, say nothing of where a body ends.
  errorRecovery: true,
  allowAwaitOutsideFunction: false,
  createImportExpressions: true,
};

/** It never throws; positions are in range; what it calls ready is imports and one function, and ends with it. */
export const entryBuilder: FuzzTarget = {
  name: 'entry-builder',
  open: () => {
    const sample = fc.constantFrom(...samples());
    const fragments = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 14 });
    const piece = fc.oneof(
      { weight: 3, arbitrary: sample },
      {
        weight: 1,
        arbitrary: fc
          .tuple(sample, fc.nat(), fc.nat())
          .map(([text, from, to]) => text.slice(from % (text.length + 1), to % (text.length + 1))),
      },
      { weight: 3, arbitrary: fragments.map((parts) => parts.join(' ')) },
      { weight: 3, arbitrary: fragments.map((parts) => parts.join('')) },
    );
    const code = fc.oneof(
      { weight: 8, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('\n')) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(sample, fc.nat(), fc.constantFrom(...FRAGMENTS))
          .map(([text, at, more]) => text.slice(0, at % (text.length + 1)) + more + text.slice(at % (text.length + 1))),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('(', '[', '{', '`${', 'a=>', '!', 'if(a)', 'new ', '-'), fc.nat(3000))
          .map(([open, count]) => open.repeat(count)),
      },
    );
    return subject({
      cases: fc.tuple(code, fc.integer({ min: -2, max: 40 }), fc.integer({ min: -2, max: 200 })),
      check([text, line, column]) {
        const entry = buildEntry(text);
        const lines = entry.text.split(/[\n\u2028\u2029]/);
        for (const place of [
          ...entry.imports,
          ...(entry.syntax ? [entry.syntax] : []),
          mapPosition(entry, line, column),
        ]) {
          const isInside = place.line >= 1 && place.line <= lines.length && place.column >= 1;
          if (!isInside || place.column > (lines[place.line - 1]?.length ?? 0) + 1)
            throw new Error(`the position ${place.line}:${place.column} is not in the text`);
        }
        mapStack(`    at f (user-code:${line}:${column})\n    at ${text.slice(0, 50)}`, entry);
        if (!entry.parsed) {
          if (entry.syntax === undefined || entry.syntax.message === '') throw new Error('a refusal without words');
          return;
        }
        mustEndWithItsBody(entry);
      },
    });
  },
};

function mustEndWithItsBody(entry: EntryModule): void {
  const { source, marks, text } = entry;
  const body = source.slice(
    source.length - CLOSE.length - text.length - marks.length * PLACE_MARK.length,
    -CLOSE.length,
  );
  // Whatever is taken out or put in, no line moves.
  mustEqual(body.split('\n').length, text.split(/[\n\u2028\u2029]/).length - separatorsIn(body), 'lines of the body');
  let program: ReturnType<typeof parse>['program'];
  try {
    ({ program } = parse(source, BABEL));
  } catch {
    // Newer or older grammar than Babel's. The engine has the last word on such a text.
    return;
  }
  const kinds = program.body.map(({ type }) => type);
  const last = program.body.at(-1);
  const isOneFunction =
    last?.type === 'ExportDefaultDeclaration' &&
    last.declaration.type === 'ArrowFunctionExpression' &&
    last.end === source.length;
  if (!isOneFunction || kinds.slice(0, -1).some((kind) => kind !== 'ImportDeclaration'))
    throw new Error(`the module is ${kinds.join(', ')}`);
  mustEqual(kinds.length - 1, entry.imports.length, 'imports');
}

/** Those that stayed are inside of literals, where they are data. */
function separatorsIn(body: string): number {
  return body.match(/[\u2028\u2029]/g)?.length ?? 0;
}
