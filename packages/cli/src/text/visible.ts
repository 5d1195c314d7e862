/**
 * Text of strangers made safe to print.
 * @module
 */

// Escape sequences could repaint the screen or set the title; bidi marks could make a line read as another one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Writes control characters, except newline and tab, as visible escapes.
 * @example
 * visible('\u001b[2Jhi'); // '\\x1b[2Jhi'
 */
export function visible(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSAFE, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

/** {@link visible}, on one line: newlines and tabs become single spaces. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\n\t]+/g, ' ');
}
