import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as kit from './index.js';
import {
  clampedInteger,
  flag,
  isPlainObject,
  kindOf,
  libraryReason,
  loadLibrary,
  oneOf,
  optionalText,
  optionalTextList,
  PACK_BYTES_MAX,
  PACK_TEXT_MAX_CHARS,
  PackError,
  PackInputError,
  PackLimitError,
  PackUnavailableError,
  readBytes,
  readOptions,
  readText,
} from './index.js';
import { examplesOf, runExample } from './testing/examples.js';

const errorOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('errors', () => {
  it('carry code, hint and a message of three parts', () => {
    const error = new PackLimitError('zip.unzip', 'too-many', 'the archive has 20 entries', 'Split it', 'ZIP_MAX');
    expect(error).toBeInstanceOf(PackError);
    expect(error).toMatchObject({
      name: 'PackLimitError',
      code: 'zip.too-many',
      hint: 'Split it',
      limit: 'ZIP_MAX',
      message: 'zip.unzip: the archive has 20 entries. Split it.',
    });
    expect(new PackUnavailableError('ocr.recognize', 'the model x', 'Install it!').message).toBe(
      'ocr.recognize: the model x is not available in this runtime. Install it!',
    );
  });

  it('quote a library without paths, addresses or length', () => {
    expect(libraryReason(new Error('Bad token at /srv/app/x.js:3:1'))).toBe('Bad token at (path)');
    expect(libraryReason(new Error('C:\\Users\\me\\x.js failed, see https://issues.test/1'))).toBe(
      '(path) failed, see (address)',
    );
    expect(libraryReason('x'.repeat(1000))).toHaveLength(300);
    expect(libraryReason(new Error('a\n\tb'))).toBe('a b');
  });

  it('say what to install when a library is missing', async () => {
    await expect(loadLibrary('x.y', 'lib', () => Promise.reject(new Error('/srv/secret')))).rejects.toMatchObject({
      code: 'x.unavailable',
      message: 'x.y: the library lib is not available in this runtime. Install it on the host: npm install lib.',
    });
    expect(await loadLibrary('x.y', 'lib', async () => 1)).toBe(1);
  });
});

describe('readText', () => {
  it('takes text up to the cap', () => {
    expect(readText('x.y', 'text', 'a')).toBe('a');
    expect(readText('x.y', 'text', 'a'.repeat(PACK_TEXT_MAX_CHARS))).toHaveLength(5_242_880);
    expect(errorOf(() => readText('x.y', 'text', 'a'.repeat(PACK_TEXT_MAX_CHARS + 1)))).toMatchObject({
      name: 'PackLimitError',
      code: 'x.too-large',
      message: expect.stringContaining('5242880 character limit'),
    });
  });

  it('hints at what was meant', () => {
    expect(errorOf(() => readText('x.y', 'text', Promise.resolve()))).toMatchObject({
      message: expect.stringContaining('Write await before it'),
    });
    expect(errorOf(() => readText('x.y', 'text', new Uint8Array(1)))).toMatchObject({
      message: expect.stringContaining('TextDecoder'),
    });
    expect(errorOf(() => readText('x.y', 'text', 7))).toMatchObject({
      message: 'x.y: text must be a string, not a number. Pass the text itself.',
    });
  });
});

describe('readBytes', () => {
  it('takes the exact window of every kind of bytes', () => {
    const buffer = Uint8Array.from([1, 2, 3, 4]).buffer;
    expect([...readBytes('x.y', 'b', new Uint8Array(buffer, 1, 2))]).toEqual([2, 3]);
    expect([...readBytes('x.y', 'b', new Uint8ClampedArray(buffer, 2))]).toEqual([3, 4]);
    expect([...readBytes('x.y', 'b', new DataView(buffer, 3))]).toEqual([4]);
    expect([...readBytes('x.y', 'b', buffer)]).toEqual([1, 2, 3, 4]);
    const shared = new Uint8Array(new SharedArrayBuffer(2));
    const copy = readBytes('x.y', 'b', shared);
    shared[0] = 9;
    expect([...copy]).toEqual([0, 0]);
    expect(copy.buffer).toBeInstanceOf(ArrayBuffer);
  });

  it('refuses other kinds, detached arrays and too many bytes', () => {
    for (const value of [undefined, null, 7, {}, [1], new Uint16Array(1), Promise.resolve()]) {
      expect(errorOf(() => readBytes('x.y', 'b', value))).toMatchObject({
        code: 'x.bad-argument',
        message: expect.stringContaining('must be a Uint8Array'),
      });
    }
    expect(errorOf(() => readBytes('x.y', 'b', 'data:;base64,AAAA'))).toMatchObject({
      message: expect.stringContaining('fromBase64'),
    });
    for (const make of [
      (b: ArrayBuffer) => new Uint8Array(b),
      (b: ArrayBuffer) => new DataView(b),
      (b: ArrayBuffer) => b,
    ]) {
      const buffer = new ArrayBuffer(4);
      const value = make(buffer);
      structuredClone(buffer, { transfer: [buffer] });
      expect(errorOf(() => readBytes('x.y', 'b', value))).toMatchObject({
        code: 'x.bad-argument',
        message: expect.stringContaining('detached'),
      });
    }
    expect(readBytes('x.y', 'b', new Uint8Array(PACK_BYTES_MAX))).toHaveLength(10_485_760);
    expect(errorOf(() => readBytes('x.y', 'b', new Uint8Array(PACK_BYTES_MAX + 1)))).toMatchObject({
      code: 'x.too-large',
      message: expect.stringContaining('10485760 byte limit'),
    });
  });
});

describe('readOptions', () => {
  const table = {
    on: flag(true),
    kind: oneOf(['a', 'b'], 'a'),
    count: clampedInteger(0, 10, 5),
    name: optionalText(3),
    list: optionalTextList(2, 3),
  };
  const read = (value: unknown) => readOptions('x.y', value, table);

  it('gives defaults for what is absent', () => {
    const defaults = { on: true, kind: 'a', count: 5, name: undefined, list: undefined };
    for (const value of [undefined, null, {}, { on: undefined }, Object.create(null)])
      expect(read(value)).toEqual(defaults);
  });

  it('reads and clamps what is there', () => {
    expect(read({ on: false, kind: 'b', count: 99.5, name: 'abc', list: ['a', 'b'] })).toEqual({
      on: false,
      kind: 'b',
      count: 10,
      name: 'abc',
      list: ['a', 'b'],
    });
    expect(read({ count: -1 }).count).toBe(0);
  });

  it.each([
    [7, 'options must be a plain object'],
    [[], 'options must be a plain object'],
    [new Date(), 'options must be a plain object'],
    [{ onn: 1 }, 'no option named "onn". Allowed: on, kind, count, name, list'],
    [{ on: 1 }, 'options.on must be true or false'],
    [{ kind: 'c' }, 'options.kind is not one of "a", "b"'],
    [{ count: '5' }, 'options.count must be a finite number'],
    [{ count: Number.POSITIVE_INFINITY }, 'options.count must be a finite number'],
    [{ name: 1 }, 'options.name must be a string'],
    [{ list: 'a' }, 'options.list must be a list'],
    [{ list: [1] }, 'options.list[0] must be a string'],
    [{ list: ['a', 'a'] }, 'names one item twice'],
    [JSON.parse('{"__proto__": 1}'), 'no option named "__proto__"'],
    [{ constructor: 1 }, 'no option named "constructor"'],
  ])('refuses %o', (value, text) => {
    expect(errorOf(() => read(value))).toMatchObject({
      name: 'PackInputError',
      code: 'x.bad-argument',
      message: expect.stringContaining(text),
    });
  });

  it('bounds texts and lists', () => {
    expect(errorOf(() => read({ name: 'abcd' }))).toMatchObject({ code: 'x.too-large' });
    expect(errorOf(() => read({ list: ['a', 'b', 'c'] }))).toMatchObject({ code: 'x.too-many' });
  });

  it('does not take inherited options', () => {
    expect(read(Object.create(null, { on: { value: false, enumerable: true } })).on).toBe(false);
    expect(errorOf(() => read(Object.create({ on: false })))).toBeInstanceOf(PackInputError);
  });
});

describe('kinds', () => {
  it('are named for people', () => {
    expect([null, undefined, 1, [], {}, new Map(), new Uint8Array(1), () => 1].map(kindOf)).toEqual([
      'null',
      'undefined',
      'a number',
      'an array',
      'an object',
      'a Map',
      'a Uint8Array',
      'a function',
    ]);
    expect([{}, Object.create(null), [], new Date(), null, new (class A {})()].map(isPlainObject)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('README', () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  it('has an example that says what happens', async () => {
    const outcome = await runExample(examplesOf(text)[0] ?? '', { modules: { '@nodetool-ai/sandbox-pack-kit': kit } });
    expect(outcome.logs).toEqual(['ABAB', 'echo.bad-argument']);
  });
});
