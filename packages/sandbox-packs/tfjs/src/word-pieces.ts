/**
 * Text to the pieces of words that question models are trained on (WordPiece).
 * @module
 */

/** One piece, and the place in the text of the word that it is part of. */
export interface WordPiece {
  id: number;
  start: number;
  end: number;
}

const CONTINUED = '##';
/** Some vocabularies mark the first piece of a word in place of the later ones. */
const WORD_START = '\u2581';
const MAX_WORD_CHARS = 100;

/** Cuts text with one vocabulary. */
export class WordPieces {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #marksStarts: boolean;
  readonly #unknown: number;

  constructor(vocabulary: readonly string[]) {
    this.#ids = new Map(vocabulary.map((word, id) => [word, id]));
    this.#marksStarts = vocabulary.some((word) => word.startsWith(WORD_START));
    this.#unknown = this.#ids.get('[UNK]') ?? 100;
  }

  /** Number of a special word such as `[CLS]`, or `fallback` where the vocabulary does not have it. */
  idOf(word: string, fallback: number): number {
    return this.#ids.get(word) ?? fallback;
  }

  /** Pieces of a text, in lower case and without accents. */
  cut(text: string): WordPiece[] {
    const pieces: WordPiece[] = [];
    // A word, or one sign: a sign is a word of its own.
    for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+|[^\s\p{C}]/gu)) {
      const place = { start: match.index, end: match.index + match[0].length };
      for (const id of this.#cutWord(plainWord(match[0]))) pieces.push({ id, ...place });
    }
    return pieces;
  }

  #cutWord(word: string): number[] {
    const ids: number[] = [];
    if (word.length > MAX_WORD_CHARS) return [this.#unknown];
    for (let start = 0; start < word.length; ) {
      let end = word.length;
      let id: number | undefined;
      for (; end > start; end -= 1) {
        id = this.#ids.get(this.#written(word.slice(start, end), start === 0));
        if (id !== undefined) break;
      }
      if (id === undefined) return [this.#unknown];
      ids.push(id);
      start = end;
    }
    return ids;
  }

  #written(piece: string, isFirst: boolean): string {
    if (this.#marksStarts) return isFirst ? WORD_START + piece : piece;
    return isFirst ? piece : CONTINUED + piece;
  }
}

function plainWord(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}
