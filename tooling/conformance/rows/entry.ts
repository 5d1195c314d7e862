/** What program text may look like, how it fails, and where. */
import type { Row } from '../row.js';

const syntax = (name: string, code: string): Row => ({ name, rules: ['entry'], code, expected: { failure: 'SYNTAX' } });
const result = (name: string, code: string, expected: unknown): Row => ({
  name,
  rules: ['entry'],
  code,
  expected: { result: expected },
});
const failure = (name: string, code: string, error: string): Row => ({
  name,
  rules: ['failure'],
  code,
  expected: { failure: 'GUEST', error },
});

export const entryRows: Row[] = [
  {
    name: 'refuses a blank program',
    rules: ['entry'],
    code: '  \n\t',
    expected: { failure: 'NO_CODE', error: 'No code provided' },
  },
  {
    name: 'refuses a blank program before it looks at the signal',
    rules: ['entry', 'order of checks'],
    code: ' ',
    options: () => ({ signal: AbortSignal.abort() }),
    expected: { failure: 'NO_CODE' },
  },
  result('awaits at top level', 'const a = await Promise.resolve(1); return a + 1', 2),
  result(
    'iterates asynchronously at top level',
    'let s = 0; for await (const n of [1, Promise.resolve(2)]) s += n; return s',
    3,
  ),
  result('is strict, and has no this', 'return [this === undefined, (function () { return this; })() === undefined]', [
    true,
    true,
  ]),
  result('has an empty import.meta', 'return Object.keys(import.meta).length', 0),
  result('ignores a first line for the shell', '#!/usr/bin/env node\nreturn 1', 1),
  result('may end with a comment', 'return 1 // done', 1),
  result('may shadow what it is given', 'const fetch = 1; const console = 2; return fetch + console', 3),
  syntax('reports text that does not parse', 'const x = {;'),
  syntax('refuses export', 'export default 1'),
  syntax('cannot close its wrapper and run outside of it', 'return 1; })(); globalThis.p = 1; (async () => {'),
  syntax('cannot close a block it did not open', '} } {'),
  syntax('cannot close a call it did not open', '})'),
  syntax('cannot end a comment it did not open', '*/'),
  syntax('cannot leave a template open', '`'),
  syntax('cannot leave a comment open', 'return 1 /*'),
  {
    name: 'gives the line of a syntax error',
    rules: ['entry', 'positions'],
    code: 'const a = 1;\nconst b = ;\n',
    expected: { failure: 'SYNTAX', line: 2, says: ['SyntaxError'] },
  },
  {
    name: 'gives the line of an error in the text as it was written',
    rules: ['positions'],
    code: `\n\n  throw new RangeError('far')`,
    expected: { failure: 'GUEST', error: 'RangeError: far', line: 3 },
    observe: (outcome) => outcome.stack?.includes('user-code:3'),
    observed: true,
  },
  {
    name: 'counts CRLF as one line end',
    rules: ['positions'],
    code: `const a = 1;\r\nconst b = 2;\r\nthrow new Error('here')`,
    expected: { failure: 'GUEST', error: 'here', line: 3 },
  },
  {
    name: 'keeps lines when a prelude comes first',
    rules: ['positions', 'prelude'],
    code: `throw new Error(String(globalThis.fromPrelude))`,
    options: () => ({ prelude: '\n\n\nglobalThis.fromPrelude = 7;' }),
    expected: { failure: 'GUEST', error: '7', line: 1 },
  },
  {
    name: 'fails as engine when the prelude fails',
    rules: ['prelude'],
    code: 'return 1',
    options: () => ({ prelude: `throw new Error('prelude broke')` }),
    expected: { failure: 'ENGINE', says: ['sandbox', 'prelude broke'] },
  },
  failure('names the class of an error', `throw new TypeError('boom')`, 'TypeError: boom'),
  failure('leaves the plain class out', `throw new Error('boom')`, 'boom'),
  failure(
    'leaves a name out that the message has',
    `throw new TypeError('a typeerror happened')`,
    'a typeerror happened',
  ),
  failure('gives the name when there is no message', 'throw new TypeError()', 'TypeError'),
  failure('reports a thrown text', `throw 'plain'`, 'plain'),
  failure('reports a thrown number', 'throw 42', '42'),
  failure('reports a thrown object that looks like an error', `throw { name: 'Odd', message: 'thing' }`, 'Odd: thing'),
  failure('keeps a name of its own', `const e = new Error('m'); e.name = 'Mine'; throw e`, 'Mine: m'),
  {
    name: 'survives a thrown value that cannot be read',
    rules: ['failure', 'bounded reader'],
    code: `throw { get name() { throw 1; }, get message() { throw 2; }, toString() { throw 3; } }`,
    expected: { failure: 'GUEST' },
  },
  {
    name: 'cuts a long message',
    rules: ['failure', 'bounded reader'],
    code: `throw new Error('x'.repeat(50000))`,
    expected: { failure: 'GUEST' },
    observe: (outcome) => outcome.errorInfo?.message.length,
    observed: 10_000,
  },
  {
    name: 'does not run forever while it reads an error',
    rules: ['failure', 'bounded reader'],
    code: `Error.prepareStackTrace = () => { for (;;); }; const e = new Error('m'); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e`,
    options: () => ({ timeoutMs: 300 }),
    expected: { failure: 'TIMEOUT' },
  },
];
