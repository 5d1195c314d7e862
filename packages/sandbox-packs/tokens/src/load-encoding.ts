/**
 * Encodings, read from the ranks of js-tiktoken on first use.
 * @module
 */
import { loadLibrary, oneOf } from '@nodetool-ai/sandbox-pack-kit';

/** Ranks by the bytes of their token. A byte string holds one byte per character, U+0000 to U+00FF. */
export interface Encoding {
  /** Splits a text into pieces that are never merged with each other. */
  pattern: string;
  rankOf: ReadonlyMap<string, number>;
  /** Byte string by rank; some ranks have none. */
  bytesOf: readonly (string | undefined)[];
  /** Bytes of the longest token. */
  longest: number;
}

const ENCODINGS = ['cl100k_base', 'o200k_base', 'p50k_base', 'r50k_base'] as const;
/** Name of an encoding. */
export type EncodingName = (typeof ENCODINGS)[number];

interface RankFile {
  pat_str: string;
  bpe_ranks: string;
}

// Each file has 0.5 to 2.3 MB; the names are spelled out for bundlers.
const FILES: Record<EncodingName, () => Promise<{ default: RankFile }>> = {
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
  o200k_base: () => import('js-tiktoken/ranks/o200k_base'),
  p50k_base: () => import('js-tiktoken/ranks/p50k_base'),
  r50k_base: () => import('js-tiktoken/ranks/r50k_base'),
};

const loaded = new Map<EncodingName, Encoding>();

/** An encoding's name; default `cl100k_base`. */
export function readEncodingName(where: string, value: unknown): EncodingName {
  return oneOf(ENCODINGS, 'cl100k_base')(where, 'encoding', value);
}

/**
 * An encoding, loaded once; a failure is not remembered.
 * @throws {PackUnavailableError} `tokens.unavailable`
 */
export async function loadEncoding(where: string, name: EncodingName): Promise<Encoding> {
  const known = loaded.get(name);
  if (known) return known;
  const { default: file } = await loadLibrary(where, 'js-tiktoken', FILES[name]);
  const encoding = readRanks(file);
  loaded.set(name, encoding);
  return encoding;
}

/** Each line is `! <rank of the first> <base64> <base64> …`. */
function readRanks(file: RankFile): Encoding {
  const rankOf = new Map<string, number>();
  const bytesOf: (string | undefined)[] = [];
  let longest = 0;
  for (const line of file.bpe_ranks.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    for (const [at, token] of tokens.entries()) {
      const bytes = atob(token);
      const rank = Number(first) + at;
      rankOf.set(bytes, rank);
      bytesOf[rank] = bytes;
      longest = Math.max(longest, bytes.length);
    }
  }
  // What JavaScript takes for white space has U+FEFF and lacks U+0085; the patterns were written for Unicode's own set.
  const pattern = file.pat_str.replaceAll('\\s', '\\p{White_Space}').replaceAll('\\S', '\\P{White_Space}');
  return { pattern, rankOf, bytesOf, longest };
}
