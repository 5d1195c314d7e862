/**
 * The four ways a host pack fails, with the closed list of reasons.
 * @module
 */

/** Reasons of {@link PackInputError}; a code is `<id>.<reason>`. */
export type PackInputReason = 'bad-argument' | 'not-found' | 'unsupported';
/** Reasons of {@link PackLimitError}. */
export type PackLimitReason = 'too-large' | 'too-many' | 'inflated-too-large' | 'too-deep' | 'timeout' | 'internal';
/** Reasons of {@link PackFormatError}. */
export type PackFormatReason = 'bad-format' | 'encrypted';

/** Base of every error a host pack throws. `code` is for programs, `message` and `hint` are for people. */
export class PackError extends Error {
  readonly code: string;
  /** What the author of the calling program can do next. */
  readonly hint: string;

  /** `where` is `"<id>.<export>"`; the message reads `<where>: <what>. <hint>.` */
  constructor(where: string, reason: string, what: string, hint: string) {
    super(`${where}: ${endSentence(what)} ${endSentence(hint)}`);
    this.code = `${where.split('.', 1)[0] ?? where}.${reason}`;
    this.hint = hint;
  }
}

/** The caller passed something the function does not take. */
export class PackInputError extends PackError {
  override readonly name = 'PackInputError';
  constructor(where: string, reason: PackInputReason, what: string, hint: string) {
    super(where, reason, what, hint);
  }
}

/** A cap was passed; `limit` names it. */
export class PackLimitError extends PackError {
  override readonly name = 'PackLimitError';
  readonly limit: string;
  constructor(where: string, reason: PackLimitReason, what: string, hint: string, limit: string) {
    super(where, reason, what, hint);
    this.limit = limit;
  }
}

/** The text or the bytes are not what they should be. */
export class PackFormatError extends PackError {
  override readonly name = 'PackFormatError';
  constructor(where: string, reason: PackFormatReason, what: string, hint: string) {
    super(where, reason, what, hint);
  }
}

/** A library, model or asset is missing. The message contains `not available in this runtime`. */
export class PackUnavailableError extends PackError {
  override readonly name = 'PackUnavailableError';
  constructor(where: string, what: string, hint: string) {
    super(where, 'unavailable', `${what} is not available in this runtime`, hint);
  }
}

/**
 * A library's own reason, fit to be quoted: one line, at most 300 characters, no paths, no addresses, no stack.
 * @example
 * libraryReason(new Error('Bad token at /srv/app/x.js:3')); // "Bad token at (path)"
 */
export function libraryReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const safe = text
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '(address)')
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w@.~+-]+){2,}(?::\d+)*/g, '(path)')
    .replace(/\s+/g, ' ')
    .trim();
  return safe.length > 300 ? `${safe.slice(0, 299)}…` : safe || 'no reason given';
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
