/** A line break of a CSV text; with `"\n"` a CR before it belongs to the break too. */
export type LineBreak = '\n' | '\r';

/**
 * Finds what ends the lines of a text: the first break outside quotes decides.
 * LF and CRLF may be mixed; CR alone ends lines only in texts whose first break is one.
 */
export function findLineBreak(text: string): LineBreak {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (unit === '\n') return '\n';
    else if (unit === '\r') return text[at + 1] === '\n' ? '\n' : '\r';
  }
  return text.includes('\n') ? '\n' : '\r';
}
