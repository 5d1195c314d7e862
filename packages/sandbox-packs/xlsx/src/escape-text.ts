/**
 * `_x0001_` in the text of a cell stands for a character that XML cannot hold.
 * @see ECMA-376, part 1, 22.9.2.19
 * @module
 */

/** Text as it stands in the file to the text it means. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The other way; text that looks like such a sign is kept from being taken for one. */
export function escapeText(text: string): string {
  return Array.from(text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'), (character) => {
    const code = character.codePointAt(0) ?? 0;
    const isAllowed =
      code >= 0x20
        ? (code < 0xd8_00 || code > 0xdf_ff) && code !== 0xff_fe && code !== 0xff_ff
        : '\t\n'.includes(character);
    return isAllowed ? character : `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
  }).join('');
}
