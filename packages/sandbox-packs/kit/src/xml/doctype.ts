const LITERAL = `(?:"[^"]*"|'[^']*')`;
const HEAD = new RegExp(
  `<!DOCTYPE[ \\t\\n]+[^\\s<>"'\\[]+(?:[ \\t\\n]+(?:SYSTEM[ \\t\\n]+${LITERAL}|PUBLIC[ \\t\\n]+${LITERAL}[ \\t\\n]+${LITERAL}))?[ \\t\\n]*`,
  'y',
);

/** A document type. */
export interface Doctype {
  end: number;
  /** The declarations of its internal subset as written, `<!…>`; none when it has no subset. */
  declarations?: string[];
}

/** Reads the `<!DOCTYPE` that begins at `start`; its declarations are found and not checked. */
export function readDoctype(text: string, start: number): Doctype | undefined {
  HEAD.lastIndex = start;
  if (!HEAD.test(text)) return undefined;
  const subset = text[HEAD.lastIndex] === '[' ? readSubset(text, HEAD.lastIndex + 1) : undefined;
  const end = skipSpace(text, subset?.end ?? HEAD.lastIndex);
  return text[end] === '>' ? { ...subset, end: end + 1 } : undefined;
}

function readSubset(text: string, from: number): Required<Doctype> | undefined {
  const declarations: string[] = [];
  for (let at = skipSpace(text, from); at < text.length; at = skipSpace(text, at)) {
    if (text[at] === ']') return { end: at + 1, declarations };
    const end = text.startsWith('<!--', at)
      ? after(text, '-->', at + 4)
      : text.startsWith('<?', at)
        ? after(text, '?>', at + 2)
        : text.startsWith('<!', at)
          ? declarationEnd(text, at + 2)
          : text[at] === '%'
            ? after(text, ';', at + 1)
            : -1;
    if (end === -1) return undefined;
    if (text[at] === '%' || (text[at + 1] === '!' && text[at + 2] !== '-')) declarations.push(text.slice(at, end));
    at = end;
  }
  return undefined;
}

// A `>` inside a literal does not end a declaration.
function declarationEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return at + 1;
    if (character !== '"' && character !== "'") continue;
    at = text.indexOf(character, at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

function after(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? -1 : at + what.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\n') at += 1;
  return at;
}
