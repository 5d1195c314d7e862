import type { PDFFont } from 'pdf-lib';

/** One text per line, control characters gone, a tab as four spaces. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/(?!\n)\p{Cc}/gu, '');
}

/** Breaks lines at spaces where the next word would pass `maxWidth`; a longer word has a line of its own. */
export function wrapText(text: string, font: PDFFont, size: number, maxWidth: number | undefined): string[] {
  const lines = text.split('\n');
  if (maxWidth === undefined) return lines;
  const widths = new Map<string, number>();
  const widthOf = (part: string): number => {
    const width = widths.get(part) ?? font.widthOfTextAtSize(part, size);
    widths.set(part, width);
    return width;
  };
  return lines.flatMap((line) => wrapLine(line, widthOf, maxWidth));
}

function wrapLine(line: string, widthOf: (part: string) => number, maxWidth: number): string[] {
  const lines: string[] = [];
  let words: string[] = [];
  let width = 0;
  for (const word of line.split(' ')) {
    const added = widthOf(word) + (words.length > 0 ? widthOf(' ') : 0);
    if (words.length > 0 && width + added > maxWidth) {
      lines.push(words.join(' '));
      words = [word];
      width = widthOf(word);
    } else {
      words.push(word);
      width += added;
    }
  }
  return [...lines, words.join(' ')];
}
