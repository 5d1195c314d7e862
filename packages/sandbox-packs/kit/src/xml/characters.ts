const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Where the first character stands that XML 1.0 does not allow, half a surrogate pair too, or -1. */
export function findForbidden(text: string): number {
  return text.search(FORBIDDEN);
}
