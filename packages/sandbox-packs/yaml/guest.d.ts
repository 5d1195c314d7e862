/** Reads and writes YAML with js-yaml 5, merge keys on. Plain calls, no promises. */
import type { DumpOptions, LoadOptions, Schema } from 'js-yaml';

export * from 'js-yaml';

/** YAML 1.2 core plus merge keys (`<<`): the schema of `load` and `loadAll` unless another is given. */
export declare const DEFAULT_SCHEMA: Schema;

/**
 * Reads the one document of a text. Defaults: `schema` {@link DEFAULT_SCHEMA}, `json` false (a repeated key throws),
 * `maxDepth` 100, `maxTotalMergeKeys` 10 000, `maxAliases` 100 000.
 * @throws YAMLException `{ reason, mark: { line, column } }` (0-based); also for no document and for two
 * @example
 * load('name: nodetool\ntags: [a, b]\n'); // { name: 'nodetool', tags: ['a', 'b'] }
 */
export declare function load(text: string, options?: LoadOptions): unknown;

/**
 * Reads all documents of a text; none gives `[]`. Defaults and errors as for {@link load}.
 * @example
 * loadAll('a: 1\n---\nb: 2\n'); // [{ a: 1 }, { b: 2 }]
 */
export declare function loadAll(text: string, options?: LoadOptions): unknown[];
export declare function loadAll(text: string, iterator: null, options?: LoadOptions): unknown[];
export declare function loadAll(text: string, iterator: (document: unknown) => void, options?: LoadOptions): void;

/**
 * Writes a value as YAML. Defaults: `indent` 2, `lineWidth` 80, `noRefs` false, `sortKeys` false, `skipInvalid` false,
 * `flowLevel` -1.
 * @throws YAMLException for functions, symbols and other values without a YAML form, unless `skipInvalid`
 * @example
 * dump({ tags: ['a', 'b'] }); // 'tags:\n  - a\n  - b\n'
 */
export declare function dump(value: unknown, options?: DumpOptions): string;

declare const yaml: Readonly<
  typeof import('js-yaml') & {
    DEFAULT_SCHEMA: Schema;
    load: typeof load;
    loadAll: typeof loadAll;
  }
>;
export default yaml;
