/**
 * The URL parser's states in the authority: credentials, host and port.
 * @see https://url.spec.whatwg.org/#authority-state
 * @module
 */
import { StringPrototypeIndexOf, StringPrototypeSlice } from './primordials.js';
import { type Cursor, codeAt, EOF, isAuthorityEnd, isSpecial, STATE, type Step, scan } from './url-cursor.js';
import { parseHost } from './url-host.js';
import { COLON, isDriveLetter, isFileHostEnd } from './url-path.js';
import { percentEncode, USERINFO_SET } from './url-percent.js';
import { hasCredentials, isDefaultPort } from './url-record.js';

export function authority(cursor: Cursor): Step {
  const start = cursor.pointer;
  const end = scan(cursor, start, (code) => isAuthorityEnd(cursor, code));
  let at = end - 1;
  while (at >= start && codeAt(cursor, at) !== 0x40) at--;
  if (at < start) return STATE.host;
  if (at + 1 === end) return false;
  const colon = StringPrototypeIndexOf(cursor.text, ':', start);
  const split = colon >= 0 && colon < at ? colon : at;
  cursor.url.username = percentEncode(StringPrototypeSlice(cursor.text, start, split), USERINFO_SET);
  cursor.url.password = percentEncode(StringPrototypeSlice(cursor.text, split + 1, at), USERINFO_SET);
  cursor.pointer = at + 1;
  return STATE.host;
}

export function host(cursor: Cursor): Step {
  const { url } = cursor;
  const isOverride = cursor.override !== undefined;
  if (isOverride && url.scheme === 'file') return STATE.fileHost;
  let isInBrackets = false;
  const start = cursor.pointer;
  const end = scan(cursor, start, (code) => {
    if (code === 0x5b) isInBrackets = true;
    else if (code === 0x5d) isInBrackets = false;
    return isAuthorityEnd(cursor, code) || (code === COLON && !isInBrackets);
  });
  const text = StringPrototypeSlice(cursor.text, start, end);
  const isPortNext = codeAt(cursor, end) === COLON;
  if (isPortNext && (text === '' || cursor.override === STATE.hostname)) return false;
  if (text === '') {
    if (isSpecial(cursor)) return false;
    if (isOverride && (hasCredentials(url) || url.port !== null)) return false;
  }
  const host = parseHost(text, !isSpecial(cursor));
  if (host === undefined) return false;
  url.host = host;
  cursor.pointer = isPortNext ? end + 1 : end;
  if (isPortNext) return STATE.port;
  return isOverride ? true : STATE.pathStart;
}

export function port(cursor: Cursor): Step {
  const { url } = cursor;
  const isOverride = cursor.override !== undefined;
  const start = cursor.pointer;
  const end = scan(cursor, start, (code) => code < 0x30 || code > 0x39);
  const next = codeAt(cursor, end);
  if (!isOverride && next !== EOF && !isAuthorityEnd(cursor, next)) return false;
  if (end > start) {
    let port = 0;
    for (let index = start; index < end; index++) {
      port = port * 10 + codeAt(cursor, index) - 0x30;
      if (port > 0xffff) return false;
    }
    url.port = isDefaultPort(url.scheme, port) ? null : port;
    if (isOverride) return true;
  }
  cursor.pointer = end;
  return isOverride ? false : STATE.pathStart;
}

export function fileHost(cursor: Cursor): Step {
  const { url } = cursor;
  const isOverride = cursor.override !== undefined;
  const start = cursor.pointer;
  const end = scan(cursor, start, isFileHostEnd);
  const text = StringPrototypeSlice(cursor.text, start, end);
  // A drive letter here is the start of the path, not a host.
  if (!isOverride && isDriveLetter(text)) return STATE.path;
  cursor.pointer = end;
  if (text === '') {
    url.host = '';
    return isOverride ? true : STATE.pathStart;
  }
  const host = parseHost(text, !isSpecial(cursor));
  if (host === undefined) return false;
  url.host = host === 'localhost' ? '' : host;
  return isOverride ? true : STATE.pathStart;
}
