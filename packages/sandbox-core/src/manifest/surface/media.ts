/**
 * `media`.
 * @module
 */
import { MAX_DATA_URI_BYTES, MAX_MEDIA_REF_BYTES } from '../../limits.js';
import { grouped } from './grouped.js';
import type { BridgeSurface, SurfaceMember } from './shape.js';

const builder = (name: string, kind: string): SurfaceMember => ({
  name: `media.${name}`,
  forms: ['(bytes: ArrayBufferView | ArrayBuffer, options?: MediaOptions): Promise<MediaRef>'],
  description: `Stores bytes as ${kind} and resolves with its reference.`,
  requiresContext: true,
});

export const MEDIA: BridgeSurface = {
  kind: 'namespace',
  description: 'Reads what references to media point to, and stores bytes as media.',
  details: [
    `A payload is at most ${grouped(MAX_MEDIA_REF_BYTES)} bytes. Without a store of assets it becomes a data URI of at most ${grouped(MAX_DATA_URI_BYTES)} bytes.`,
    'A reference over http or https counts as a call of `fetch` and meets the same rules.',
  ],
  members: [
    {
      name: 'media.bytes',
      forms: ['(ref: MediaInput): Promise<Uint8Array>'],
      description: 'Reads the bytes that a reference points to.',
      requiresContext: true,
    },
    {
      name: 'media.text',
      forms: ['(ref: MediaInput, options?: { encoding?: string }): Promise<string>'],
      description: 'Reads the text that a reference points to; default UTF-8.',
      requiresContext: true,
    },
    {
      name: 'media.info',
      forms: ['(ref: MediaInput): Promise<{ type: string; mimeType: string; uri: string; size: number }>'],
      description: 'Tells type, MIME type, address and size in bytes of what a reference points to.',
      requiresContext: true,
    },
    builder('toDocument', 'a document'),
    builder('toImage', 'an image'),
    builder('toAudio', 'a sound'),
    builder('toVideo', 'a video'),
  ],
  types: [
    `/** A reference to media as inputs hold it: an object that says where the bytes are, or holds them. */
interface MediaInput {
  readonly type?: string;
  readonly mimeType?: string;
  readonly uri?: string;
  readonly url?: string;
  readonly asset_uri?: string;
  readonly asset_id?: string | null;
  /** Bytes, base64 or a data URI. */
  readonly data?: unknown;
}`,
    `/** How bytes are stored. Default MIME type: by the extension of \`filename\`, else by kind. */
interface MediaOptions {
  mimeType?: string;
  filename?: string;
}`,
    `/** Reference to media that was stored. */
interface MediaRef {
  readonly type: string;
  readonly uri: string;
  readonly asset_id: string | null;
  readonly mimeType?: string;
  readonly metadata?: { readonly filename: string };
}`,
  ],
  example: `const ref = await media.toDocument(new TextEncoder().encode('a,b'), { filename: 'rows.csv' });
console.log(await media.text(ref), ref.metadata?.filename); // a,b rows.csv`,
};
