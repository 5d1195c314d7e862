import { describe, expect, it } from 'vitest';
import { buildEntry } from './build-entry.js';
import { positionAt, positionsAt } from './text.js';

const many = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('');

describe('a text of very many declarations', () => {
  // Each of these took a minute and more.
  it.each([
    ['let', (index: number) => `let a${index};`],
    ['function', (index: number) => `function a${index}(){}`],
    ['import', (index: number) => `import a${index} from "x";`],
  ])('is read in a moment: %s', (_name, write) => {
    const entry = buildEntry(many(120_000, write));
    expect(entry.parsed).toBe(true);
  });

  it('still refuses a name that is declared twice, wherever it stands', () => {
    for (const name of ['a0', 'a50', 'a99']) {
      for (const again of [`let ${name};`, `var ${name};`, `function ${name}(){}`]) {
        expect(buildEntry(`${many(100, (index) => `let a${index};`)} ${again}`).syntax?.message).toContain(name);
      }
    }
    expect(buildEntry(`${many(100, (index) => `var a${index};`)} var a50;`).parsed).toBe(true);
    expect(buildEntry(`try {} catch (e) { ${many(100, (index) => `var a${index};`)} var e; }`).parsed).toBe(true);
  });
});

describe('positionsAt', () => {
  it('agrees with positionAt at every offset', () => {
    const text = 'a\r\nb\n\n\u2028c\rdd\u2029';
    const offsets = Array.from({ length: text.length + 1 }, (_, index) => index);
    expect(positionsAt(text, offsets)).toEqual(offsets.map((offset) => positionAt(text, offset)));
    expect(positionsAt(text, [])).toEqual([]);
  });
});
