/** Counts and splits the tokens of OpenAI's models, with the ranks of js-tiktoken. Every call returns a promise. */

/** GPT-4o and later use `o200k_base`, GPT-4 and GPT-3.5 `cl100k_base`, older models the others. */
export type TokenEncoding = 'cl100k_base' | 'o200k_base' | 'p50k_base' | 'r50k_base';

/**
 * Number of tokens of a text of at most 5 242 880 characters; default encoding `"cl100k_base"`.
 * Special tokens such as `<|endoftext|>` are ordinary text, lone surrogates count as U+FFFD.
 * @throws codes `tokens.bad-argument`, `tokens.too-large`, `tokens.timeout`, `tokens.unavailable`
 * @example
 * await count('hello world'); // 2
 */
export function count(text: string, encoding?: TokenEncoding): Promise<number>;

/**
 * Ids of a text, at most 2 000 000; default encoding `"cl100k_base"`.
 * @throws codes `tokens.bad-argument`, `tokens.too-large`, `tokens.too-many`, `tokens.timeout`, `tokens.unavailable`
 * @example
 * await encode('hello world', 'o200k_base'); // [24912, 2375]
 */
export function encode(text: string, encoding?: TokenEncoding): Promise<number[]>;

/**
 * Text of at most 2 000 000 ids and 10 485 760 bytes; default encoding `"cl100k_base"`. Bytes that are no UTF-8 become
 * U+FFFD. Ids of special tokens are refused: `encode` never gives them.
 * @throws codes `tokens.bad-argument` (with the index), `tokens.too-large`, `tokens.too-many`, `tokens.unavailable`
 * @example
 * await decode([15339, 1917]); // 'hello world'
 */
export function decode(ids: readonly number[], encoding?: TokenEncoding): Promise<string>;

declare const tokens: { readonly count: typeof count; readonly encode: typeof encode; readonly decode: typeof decode };
export default tokens;
