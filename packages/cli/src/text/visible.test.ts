import { describe, expect, it } from 'vitest';
import { visible, visibleLine } from './visible.js';

describe('visible', () => {
  it('writes escape sequences of a stranger as text', () => {
    expect(visible('\u001b[2J\u001b]0;owned\u0007')).toBe('\\x1b[2J\\x1b]0;owned\\x07');
  });

  it('writes C1 controls and bidi overrides as text', () => {
    expect(visible('\u009b31m a\u202eb')).toBe('\\x9b31m a\\u202eb');
  });

  it('keeps ordinary text, newlines, tabs and emoji', () => {
    expect(visible('naïve\t日本\n🙂')).toBe('naïve\t日本\n🙂');
  });

  it('turns a bare carriage return into text and CRLF into a newline', () => {
    expect(visible('a\r\nb\rc')).toBe('a\nb\\x0dc');
  });

  it('puts text on one line', () => {
    expect(visibleLine('a\n\tb\nc')).toBe('a b c');
  });
});
