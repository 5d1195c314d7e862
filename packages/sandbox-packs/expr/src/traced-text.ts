/** A text that knows how far it was read: half of the library's errors do not say where they are. */
export class TracedText {
  readonly #text: string;
  #furthest = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get length(): number {
    return this.#text.length;
  }

  charAt(index: number): string {
    this.#furthest = Math.max(this.#furthest, index);
    return this.#text.charAt(index);
  }

  indexOf(part: string, from?: number): number {
    return this.#text.indexOf(part, from);
  }

  substring(start: number, end?: number): string {
    return this.#text.substring(start, end);
  }

  /** Index of what an error without a place speaks of. */
  indexOfProblem(reason: string): number {
    const token = /^unexpected (\w+): (.*)$/.exec(reason);
    if (token?.[1] === 'TEOF') return this.#text.length;
    const part = token?.[2] ?? (reason.includes('assignment') || reason.includes('definition') ? '=' : '');
    return Math.max(0, this.#text.lastIndexOf(part, this.#furthest));
  }
}
