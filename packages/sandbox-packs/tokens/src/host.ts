/**
 * Host side of the tokens pack: what the guest's functions call. Nothing is loaded for an empty text or list.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { decodeIds } from './decode-ids.js';
import { countTokens, encodeText } from './encode-text.js';
import { loadEncoding, readEncodingName } from './load-encoding.js';
import { readIds, readTokenText } from './read-arguments.js';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async count({ where, args }) {
    const text = readTokenText(where, args[0]);
    const name = readEncodingName(where, args[1]);
    return text === '' ? 0 : countTokens(await loadEncoding(where, name), text);
  },
  async encode({ where, args }) {
    const text = readTokenText(where, args[0]);
    const name = readEncodingName(where, args[1]);
    return text === '' ? [] : encodeText(where, await loadEncoding(where, name), text);
  },
  async decode({ where, args }) {
    const ids = readIds(where, args[0]);
    const name = readEncodingName(where, args[1]);
    return ids.length === 0 ? '' : decodeIds(where, await loadEncoding(where, name), ids);
  },
};
