const LITERAL = `(?:"[^"]*"|'[^']*')`;
const HEAD = new RegExp(
  `<!DOCTYPE[ \\t\\n]+[^\\s<>"'\\[]+(?:[ \\t\\n]+(?:SYSTEM[ \\t\\n]+${LITERAL}|PUBLIC[ \\t\\n]+${LITERAL}[ \\t\\n]+${LITERAL}))?[ \\t\\n]*`,
  'y',
);

/** Where a document type ends. */
export interface DoctypeEnd {
  end: number;
  /** It has an internal subset. */
  hasDeclarations: boolean;
}

/** Finds the end of the `<!DOCTYPE` that begins at `start`; its declarations are not checked. */
export function findDoctypeEnd(text: string, start: number): DoctypeEnd | undefined {
  HEAD.lastIndex = start;
  if (!HEAD.test(text)) return undefined;
  const hasDeclarations = text[HEAD.lastIndex] === '[';
  const end = hasDeclarations ? skipSubset(text, HEAD.lastIndex + 1) : HEAD.lastIndex;
  if (end === undefined) return undefined;
  const close = end + (/^[ \t\n]*/.exec(text.slice(end, end + 1000))?.[0].length ?? 0);
  return text[close] === '>' ? { end: close + 1, hasDeclarations } : undefined;
}

// A `]` inside a literal, a comment or an instruction does not end the subset.
function skipSubset(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === ']') return at + 1;
    const closer = text.startsWith('<!--', at)
      ? '-->'
      : text.startsWith('<?', at)
        ? '?>'
        : '"\''.includes(character)
          ? character
          : undefined;
    if (closer === undefined) continue;
    const closed = text.indexOf(closer, at + (closer === '-->' ? 4 : closer.length));
    if (closed === -1) return undefined;
    at = closed + closer.length - 1;
  }
  return undefined;
}
