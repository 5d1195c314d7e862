import { describe, expect, it } from 'vitest';
import { createPalette } from '../text/palette.js';
import { codeFrame } from './code-frame.js';

const plain = createPalette(false);

describe('codeFrame', () => {
  it('shows two lines before, one after, and a caret under the column', () => {
    expect(codeFrame('a\nb\nconst x = ;\nd\ne', 3, 11, plain)).toEqual([
      '  1 | a',
      '  2 | b',
      '> 3 | const x = ;',
      '    |           ^',
      '  4 | d',
    ]);
  });

  it('widens the gutter to the largest number shown', () => {
    const text = Array.from({ length: 12 }, (_, i) => `l${i + 1}`).join('\n');
    expect(codeFrame(text, 9, 1, plain)).toEqual(['   7 | l7', '   8 | l8', '>  9 | l9', '     | ^', '  10 | l10']);
  });

  it('keeps the caret in place after tabs and wide characters', () => {
    expect(codeFrame('\t日x', 1, 3, plain)).toEqual(['> 1 |   日x', '    |     ^']);
  });

  it('cuts a long line around the caret', () => {
    const frame = codeFrame(`${'a'.repeat(500)}!${'b'.repeat(500)}`, 1, 501, plain, 60);
    const [shown = '', caret = ''] = frame;
    expect(shown.length).toBeLessThanOrEqual(62);
    expect(shown.charAt(caret.indexOf('^'))).toBe('!');
  });

  it('gives nothing for a line that is not there', () => {
    expect(codeFrame('a', 2, 1, plain)).toEqual([]);
  });

  it('shows escape sequences in the source as text', () => {
    expect(codeFrame('"\u001b[31m"', 1, undefined, plain)).toEqual(['> 1 | "\\x1b[31m"']);
  });
});
