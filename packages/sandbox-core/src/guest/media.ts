/**
 * `media`: references to bytes, and bytes to references. The work is done on the host.
 * @module
 */
import type { GuestBridge } from './bridge.js';
import { viewBytes } from './bytes.js';
import { frozen } from './frozen.js';
import { MEDIA_HANDLE_MARKER } from './media-keys.js';
import { defineVisible } from './own-property.js';
import { promised } from './settled.js';

const REF_KEYS = ['type', 'mimeType', 'asset_uri', 'asset_id', 'url', 'uri', 'data', MEDIA_HANDLE_MARKER] as const;
const TEXT_OPTIONS = ['encoding'] as const;
const SAVE_OPTIONS = ['mimeType', 'filename'] as const;

/** Makes the `media` object; every method is async. */
export function createMedia(bridge: GuestBridge): object {
  const load = (path: string, ref: unknown, options?: unknown): Promise<unknown> =>
    promised(() => bridge.call(path, [pick(ref, REF_KEYS), pick(options, TEXT_OPTIONS)]));
  const save = (path: string, bytes: unknown, options: unknown): Promise<unknown> =>
    promised(() =>
      bridge.call(path, [viewBytes(bytes) ?? pick(bytes, [MEDIA_HANDLE_MARKER]), pick(options, SAVE_OPTIONS)]),
    );
  return frozen({
    bytes(ref: unknown): Promise<unknown> {
      return load('media.bytes', ref);
    },
    text(ref: unknown, options?: unknown): Promise<unknown> {
      return load('media.text', ref, options);
    },
    info(ref: unknown): Promise<unknown> {
      return load('media.info', ref);
    },
    toDocument(bytes: unknown, options?: unknown): Promise<unknown> {
      return save('media.toDocument', bytes, options);
    },
    toImage(bytes: unknown, options?: unknown): Promise<unknown> {
      return save('media.toImage', bytes, options);
    },
    toAudio(bytes: unknown, options?: unknown): Promise<unknown> {
      return save('media.toAudio', bytes, options);
    },
    toVideo(bytes: unknown, options?: unknown): Promise<unknown> {
      return save('media.toVideo', bytes, options);
    },
  });
}

/**
 * Only the documented properties are read, each once. What is neither plain nor bytes goes out as `false`, which the
 * host refuses by its name.
 */
function pick(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value === undefined || value === null ? value : false;
  const picked = { __proto__: null } as unknown as Record<string, unknown>;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const part = (value as Record<string, unknown>)[name];
    if (part === undefined || part === null) continue;
    const isPlain = typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean';
    defineVisible(picked, name, isPlain ? part : (viewBytes(part) ?? false));
  }
  return picked;
}
