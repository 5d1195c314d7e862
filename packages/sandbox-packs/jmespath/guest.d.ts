/** Queries JSON with JMESPath, the community edition. Plain calls, no promises. */
import type { JSONValue, Options } from '@jmespath-community/jmespath';

export * from '@jmespath-community/jmespath';
export { default } from '@jmespath-community/jmespath';

/**
 * What an expression finds in data. A path that is not there gives `null`.
 * @throws ParserError for an expression that is none
 * @throws Error `Unknown function: x()`, or `Invalid type: …` with the type that was expected
 * @example
 * search({ items: [{ n: 'a', v: 1 }, { n: 'b', v: 2 }] }, 'items[?v > `1`].n'); // ['b']
 */
export declare function search(data: JSONValue, expression: string, options?: Options): JSONValue;
