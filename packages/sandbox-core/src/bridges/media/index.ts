/**
 * Host side of `media`: references to bytes, and bytes to references.
 * @module
 */
import type { MediaType } from '@nodetool-ai/protocol/core';
import { MAX_MEDIA_CALLS_AT_ONCE } from '../../limits.js';
import type { BridgeCall, BridgeFamily, RunBridge, RunScope } from '../bridge.js';
import { withoutContext } from '../context-call.js';
import { Gate } from '../gate.js';
import { bytesOf } from './bytes-of.js';
import { limitBytes } from './limit-bytes.js';
import { type LoadedMedia, loadRef } from './load.js';
import { describeMedia } from './media-type.js';
import { type MediaRef, readRef, refuseHandle } from './ref.js';
import { readSaveOptions, saveMedia } from './save.js';
import { readEncoding } from './text.js';

const createGate = (run: RunScope): Gate => new Gate(run, MAX_MEDIA_CALLS_AT_ONCE);

/** The bridges `media.*`. */
export const mediaBridges: BridgeFamily = [
  [
    'media.bytes',
    reading(
      'media.bytes',
      () =>
        ({ bytes }) =>
          bytes,
    ),
  ],
  [
    'media.text',
    reading('media.text', (options) => {
      const decode = readEncoding('media.text', options);
      return ({ bytes }) => decode(bytes);
    }),
  ],
  [
    'media.info',
    reading('media.info', () => ({ bytes, uri, mimeType }, ref) => {
      const said = { type: ref.type, mimeType: ref.mimeType ?? mimeType, uri };
      return { ...describeMedia(bytes, said), uri, size: bytes.byteLength };
    }),
  ],
  ['media.toDocument', building('media.toDocument', 'document')],
  ['media.toImage', building('media.toImage', 'image')],
  ['media.toAudio', building('media.toAudio', 'audio')],
  ['media.toVideo', building('media.toVideo', 'video')],
];

type Answer = (media: LoadedMedia, ref: MediaRef) => unknown;

/** A bridge that loads a reference. Its options are read first, so that nothing is loaded in vain. */
function reading(where: string, prepare: (options: unknown) => Answer): RunBridge {
  return async (run: RunScope, [given, options]: unknown[], call: BridgeCall) => {
    requireContext(run, where);
    const answer = prepare(options);
    const ref = readRef(where, given);
    // Each call may hold 16 MiB here: only so many at once.
    return run.own(createGate).pass(async () => answer(await loadRef(run, call, where, ref), ref));
  };
}

function building(where: string, type: MediaType): RunBridge {
  return async (run, [given, options]) => {
    requireContext(run, where);
    if (typeof given === 'object' && given !== null) refuseHandle(where, given);
    const bytes = bytesOf(given);
    if (bytes === undefined || bytes.byteLength === 0) {
      throw new TypeError(`${where}: bytes must be a typed array or an ArrayBuffer that is not empty`);
    }
    limitBytes(where, 'the data', bytes.byteLength);
    return saveMedia(run, where, type, bytes, readSaveOptions(where, options));
  };
}

function requireContext(run: RunScope, where: string): void {
  const { context } = run.options;
  if (context === undefined || context === null) throw withoutContext(where);
}
