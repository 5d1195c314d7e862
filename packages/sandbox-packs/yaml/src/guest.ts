/**
 * Guest side of the yaml pack: js-yaml, with merge keys on and aliases bounded.
 * @module
 */
import * as library from 'js-yaml';
import { CORE_SCHEMA, type LoadOptions, mergeTag } from 'js-yaml';
import { replaceBinaryTag } from './binary-tag.js';
import { YAML_MAX_ALIASES, YAML_MAX_DEPTH, YAML_MAX_TOTAL_MERGE_KEYS } from './limits.js';

replaceBinaryTag();

export * from 'js-yaml';

/** YAML 1.2 core plus merge keys: without them `<<` would stay an ordinary key, without a word. */
export const DEFAULT_SCHEMA: library.Schema = CORE_SCHEMA.withTags(mergeTag);

/**
 * Reads the one document of a text.
 * @throws {YAMLException} with `reason` and `mark` (0-based); also for no document and for two
 * @example
 * load('name: nodetool\ntags: [a, b]\n'); // { name: 'nodetool', tags: ['a', 'b'] }
 */
export function load(text: string, options?: LoadOptions): unknown {
  return library.load(text, withDefaults(options));
}

/**
 * Reads all documents of a text; none gives `[]`. A function in second place gets each document instead.
 * @throws {YAMLException} with `reason` and `mark` (0-based)
 */
export function loadAll(text: string, options?: LoadOptions): unknown[];
export function loadAll(text: string, iterator: null, options?: LoadOptions): unknown[];
export function loadAll(text: string, iterator: (document: unknown) => void, options?: LoadOptions): void;
export function loadAll(
  text: string,
  first?: LoadOptions | ((document: unknown) => void) | null,
  second?: LoadOptions,
): unknown[] | undefined {
  const isOptions = typeof first === 'object' && first !== null;
  const documents = library.loadAll(text, withDefaults(isOptions ? first : second));
  if (typeof first !== 'function') return documents;
  for (const document of documents) first(document);
  return undefined;
}

const yaml = Object.freeze({ ...library, DEFAULT_SCHEMA, load, loadAll });
export default yaml;

// The library's own defaults are lost to an option given as `undefined`; here that counts as absent.
function withDefaults(options: LoadOptions = {}): LoadOptions {
  const { schema, maxDepth, maxTotalMergeKeys, maxAliases, json, filename } = options;
  return {
    schema: schema ?? DEFAULT_SCHEMA,
    maxDepth: maxDepth ?? YAML_MAX_DEPTH,
    maxTotalMergeKeys: maxTotalMergeKeys ?? YAML_MAX_TOTAL_MERGE_KEYS,
    maxAliases: maxAliases ?? YAML_MAX_ALIASES,
    json: json ?? false,
    ...(filename === undefined ? {} : { filename }),
  };
}
