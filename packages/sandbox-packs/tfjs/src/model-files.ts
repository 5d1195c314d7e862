/**
 * The files of a model, wherever they come from.
 * @module
 */
import {
  isPlainObject,
  kindOf,
  libraryReason,
  PackFormatError,
  PackInputError,
  PackLimitError,
  readBytes,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import { TFJS_MAX_JSON_CHARS, TFJS_MAX_LABELS, TFJS_MAX_MODEL_BYTES } from './limits.js';

/** A model before the library has read it. */
export interface ModelFiles {
  /** For errors. */
  name: string;
  json: Record<string, unknown>;
  weights: Uint8Array;
  labels?: string[] | undefined;
  /** Words of a question model, by their numbers. */
  vocabulary?: string[] | undefined;
}

/**
 * A model that the caller passed: `{ json, weights, labels?, vocabulary? }`.
 * @throws {PackError} `tfjs.bad-argument`, `tfjs.bad-format`, `tfjs.too-large`, `tfjs.too-many`
 */
export function readPassedModel(where: string, value: unknown): ModelFiles {
  const read = readOptions(
    where,
    value,
    {
      json: (_where, label, given) => readJson(where, label, given),
      weights: (_where, label, given) => readWeights(where, label, given),
      labels: (_where, label, given) => readWords(where, label, given),
      vocabulary: (_where, label, given) => readWords(where, label, given),
    },
    'model',
  );
  return { name: 'model', ...read };
}

/** Model JSON as an object, JSON text or the bytes of one. */
export function readJson(where: string, label: string, value: unknown): Record<string, unknown> {
  let parsed = value;
  if (value instanceof Uint8Array)
    parsed = new TextDecoder().decode(readBytes(where, label, value, TFJS_MAX_JSON_CHARS));
  if (typeof parsed === 'string') {
    if (parsed.length > TFJS_MAX_JSON_CHARS)
      throw tooLarge(where, `${label} has more than ${TFJS_MAX_JSON_CHARS} characters`, 'TFJS_MAX_JSON_CHARS');
    try {
      parsed = JSON.parse(parsed) as unknown;
    } catch (error) {
      throw new PackFormatError(
        where,
        'bad-format',
        `${label} is no JSON text: ${libraryReason(error)}`,
        'Pass the content of model.json',
      );
    }
  }
  if (isPlainObject(parsed)) return parsed;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be the content of model.json, not ${kindOf(parsed)}`,
    'Pass an object or JSON text',
  );
}

/** A list of texts. */
export function readWords(where: string, label: string, value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.length > TFJS_MAX_LABELS) {
    throw new PackLimitError(
      where,
      'too-many',
      `${label} has more than ${TFJS_MAX_LABELS} items`,
      'Pass fewer',
      'TFJS_MAX_LABELS',
    );
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new PackInputError(where, 'bad-argument', `${label} must be a list of strings`, 'Pass an array of names');
}

/** One file of weights, or several that belong one after another. */
function readWeights(where: string, label: string, value: unknown): Uint8Array {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  let left = TFJS_MAX_MODEL_BYTES;
  const read = parts.map((part, at) => {
    const bytes = readBytes(where, Array.isArray(value) ? `${label}[${at}]` : label, part, left);
    left -= bytes.length;
    return bytes;
  });
  return joinBytes(read);
}

/** Bytes one after another. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function tooLarge(where: string, what: string, limit: string): PackLimitError {
  return new PackLimitError(where, 'too-large', what, 'Pass a smaller model', limit);
}
