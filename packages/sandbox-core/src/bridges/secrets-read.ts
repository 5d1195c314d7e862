/**
 * The secrets a run has read. Texts of the host are cleared of them, and redirects do not carry them to other origins.
 * @module
 */

/** Shorter values occur by chance: replacing them would garble texts and give the value away by its gaps. */
const MIN_REDACTED_CHARS = 8;
const REPLACEMENT = '[secret]';

/** Values of secrets that were handed to one run. */
export class SecretsRead {
  private readonly noted = new Set<string>();

  /** Remembers a value; an empty one is none. */
  note(value: string): void {
    if (value !== '') this.noted.add(value);
  }

  get values(): ReadonlySet<string> {
    return this.noted;
  }

  /** The text with `[secret]` for each occurrence of a value of at least 8 characters; overlapping ones become one. */
  redact(text: string): string {
    let redacted = '';
    let kept = 0;
    for (const [start, end] of this.occurrences(text)) {
      if (start >= kept) redacted += text.slice(kept, start) + REPLACEMENT;
      kept = Math.max(kept, end);
    }
    return redacted + text.slice(kept);
  }

  /** In order of their start, the longest first. */
  private occurrences(text: string): [start: number, end: number][] {
    const found: [number, number][] = [];
    for (const value of this.noted) {
      if (value.length < MIN_REDACTED_CHARS) continue;
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) found.push([at, at + value.length]);
    }
    return found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  }
}

/** For `RunScope.own`. */
export const createSecretsRead = (): SecretsRead => new SecretsRead();
