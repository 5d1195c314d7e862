import { describe, expect, it } from 'vitest';
import { FORBIDDEN_GLOBALS } from './guest-names.js';
import { scanBundle } from './scan.js';

const GUEST = new Set(['Math', 'Object', 'globalThis']);

/** Scans a text as if it were one original file. */
const scan = (text: string) =>
  scanBundle(text, ({ line, column }) => ({ file: 'lib.js', line, column: column + 1 }), GUEST);

describe('scanBundle', () => {
  it.each([...FORBIDDEN_GLOBALS])('refuses %s wherever it stands, and says what to use', (name) => {
    const text = `export const a = 1;\nexport function never() {\n  return ${name};\n}\n`;
    expect(scan(text)).toEqual({
      status: 'skipped',
      code: 'npm-module-forbidden-global',
      message: expect.stringMatching(
        new RegExp(`^It uses what no guest has: ${name} at lib\\.js:3:10 \\(use .{8,}\\)\\.$`),
      ),
      at: { file: 'lib.js', line: 3, column: 10 },
    });
  });

  it.each([...FORBIDDEN_GLOBALS])('lets a %s through that a typeof guards', (name) => {
    const guarded = scan(`export const a = typeof ${name} !== "undefined" ? ${name} : 0;`);
    expect(guarded).toMatchObject({ status: 'ok', warnings: [{ message: expect.stringContaining(`"${name}"`) }] });
    const asked = scan(`export const a = typeof ${name} === "undefined";`);
    expect(asked).toMatchObject({ status: 'ok', warnings: [{ message: expect.stringContaining('only asked for') }] });
    expect(scan(`export const a = globalThis.${name};`)).toEqual({ status: 'ok', warnings: [] });
  });

  it('says nothing about locals and members of such names', () => {
    expect(scan('export const a = (process, { window }) => process + window + a.document;')).toEqual({
      status: 'ok',
      warnings: [],
    });
  });

  it('names each forbidden global once, with its first place, in the order of the text', () => {
    const result = scan('export const a = () => [Buffer, process, Buffer];');
    expect(result).toMatchObject({
      message: expect.stringMatching(/: Buffer at lib\.js:1:25 \(use .+\), process at lib\.js:1:33 \(use .+\)\.$/),
    });
    expect(result.status === 'skipped' && result.message.match(/Buffer at/g)).toHaveLength(1);
  });

  it('refuses a guarded use beside one that is not', () => {
    expect(
      scan('export const a = typeof process === "object" && process; export const b = () => process;'),
    ).toMatchObject({ at: { line: 1, column: 81 } });
  });

  it('warns once of each other name that a guest lacks, 20 names at most', () => {
    const names = Array.from({ length: 30 }, (_, index) => `Missing${index}`);
    const result = scan(`export const a = () => [${[...names, ...names].join(', ')}, Math];`);
    const warnings = result.status === 'ok' ? result.warnings : [];
    expect(warnings).toHaveLength(20);
    expect(warnings[0]?.at).toEqual({ file: 'lib.js', line: 1, column: 25 });
  });

  it.each([
    ['export const = 1;', 'does not parse'],
    ['export const f = (name) => import(name);', 'import()'],
    ['import "fs"; export const a = 1;', 'still imports "fs"'],
    ['export { a } from "./b.js";', 'still imports "./b.js"'],
  ])('refuses %s', (text, part) => {
    expect(scan(text)).toMatchObject({ code: 'npm-module-scan-rejected', message: expect.stringContaining(part) });
  });

  it('ends with a skip, not with an error, for code that nests without end', () => {
    for (const text of [`export const a = ${'['.repeat(100_000)};`, `export const a = x${'.y'.repeat(100_000)};`]) {
      expect(scan(text)).toMatchObject({ status: 'skipped', code: 'npm-module-scan-rejected' });
    }
  });
});
