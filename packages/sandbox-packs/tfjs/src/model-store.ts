/**
 * Where the host keeps models.
 * @module
 */
import { isPlainObject, PackFormatError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { TFJS_MAX_JSON_CHARS, TFJS_MAX_MODEL_BYTES } from './limits.js';
import { joinBytes, type ModelFiles, readJson, readWords } from './model-files.js';

/** Names of models and of their files: no path can be made of them. */
export const MODEL_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

/** One place with models. */
export interface ModelPlace {
  source: 'package' | 'folder' | 'url';
  /** Bytes of a file of a model, at most `maxBytes`, or `undefined` when there is none. */
  read(id: string, file: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Bytes of the weights, when that is known without reading them. */
  size?(id: string, file: string): Promise<number | undefined>;
}

/** Reads the model of an id from the first place that has it. */
export async function findModel(
  where: string,
  places: readonly ModelPlace[],
  id: string,
): Promise<(ModelFiles & { source: ModelPlace['source'] }) | undefined> {
  for (const place of places) {
    const text = await place.read(id, 'model.json', TFJS_MAX_JSON_CHARS);
    if (!text) continue;
    const name = `the model "${id}"`;
    const json = readJson(where, `model.json of ${name}`, text);
    const parts: Uint8Array[] = [];
    let left = TFJS_MAX_MODEL_BYTES;
    for (const path of weightFiles(where, name, json)) {
      const part = await place.read(id, path, left);
      if (!part) throw broken(where, `${name} lacks its file ${path}`);
      left -= part.length;
      if (left < 0) throw tooLarge(where, name);
      parts.push(part);
    }
    return {
      source: place.source,
      name,
      json,
      weights: joinBytes(parts),
      labels: await readList(where, place, id, 'labels.json'),
      vocabulary: await readList(where, place, id, 'vocab.json'),
    };
  }
  return undefined;
}

/** Files that the weights of a model lie in. */
export function weightFiles(where: string, name: string, json: Record<string, unknown>): string[] {
  const manifest = json['weightsManifest'];
  if (!Array.isArray(manifest)) throw broken(where, `${name} has no weightsManifest`);
  const paths = (manifest as unknown[]).flatMap((group) => (isPlainObject(group) ? group['paths'] : undefined));
  return paths.map((path) => {
    if (typeof path === 'string' && MODEL_ID.test(path)) return path;
    throw broken(where, `${name} names a file of weights that is no plain file name`);
  });
}

async function readList(where: string, place: ModelPlace, id: string, file: string): Promise<string[] | undefined> {
  const bytes = await place.read(id, file, TFJS_MAX_JSON_CHARS);
  if (!bytes) return undefined;
  try {
    return readWords(where, file, JSON.parse(new TextDecoder().decode(bytes)) as unknown);
  } catch {
    throw broken(where, `${file} of the model "${id}" is no list of texts`);
  }
}

function broken(where: string, what: string): PackFormatError {
  return new PackFormatError(where, 'bad-format', what, 'Replace the files of the model on the host');
}

function tooLarge(where: string, name: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-large',
    `${name} has more than ${TFJS_MAX_MODEL_BYTES} bytes of weights`,
    'Use a smaller model',
    'TFJS_MAX_MODEL_BYTES',
  );
}
