const NAME_START =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d' +
  '\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';

/** A name, to be tried at `lastIndex`. */
export const NAME = new RegExp(`[${NAME_START}][${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`, 'uy');

/** True for a character that XML 1.0 allows. */
export function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  return code <= 0xd7_ff || (code >= 0xe0_00 && code <= 0xff_fd) || (code >= 0x1_00_00 && code <= 0x10_ff_ff);
}

/** Where the first character stands that XML does not allow, or -1. */
export function findForbidden(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && unit < 0xd8_00) continue;
    const code = text.codePointAt(at) ?? 0;
    if (!isXmlCharacter(code)) return at;
    if (code > 0xff_ff) at += 1;
  }
  return -1;
}
