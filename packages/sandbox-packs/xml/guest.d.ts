/** Reads XML with fast-xml-parser. Every call returns a promise. */

/** What {@link parse} gives: text, lists and records. Attributes are `@_name`, text beside them is `#text`. */
export type XmlValue = string | XmlValue[] | { [key: string]: XmlValue };

/** Options of {@link parse}. */
export interface XmlParseOptions {
  /** Reads attributes, as `@_name`; default `true`. */
  attributes?: boolean;
  /** Dot paths, such as `"rss.channel.item"`, of elements that are an array also when there is one; at most 1000. */
  arrays?: readonly string[];
  /** Takes the prefix off names of elements and attributes, and leaves `xmlns` out; default `false`. */
  removeNamespaces?: boolean;
  /** Gives a list of single-key records in document order; attributes are in `:@`. Default `false`. */
  preserveOrder?: boolean;
}

/**
 * Reads XML text of at most 5 242 880 characters, 256 levels and 1 000 000 elements, attributes and pieces of text.
 *
 * Values stay strings and are trimmed, CDATA is not. Repeated elements are arrays, a single one is not unless `arrays`
 * names it; the text of an element with attributes or children is `#text`. References to characters and the names of
 * HTML are decoded. Mixed content loses its order unless `preserveOrder`.
 * @throws codes `xml.bad-argument`, `xml.bad-format` (with line and column), `xml.unsupported` (external entities, an
 * element named `__proto__`, `constructor` or `prototype`), `xml.too-large`, `xml.too-many`, `xml.too-deep`,
 * `xml.timeout`
 * @example
 * const feed = await parse(text, { arrays: ['rss.channel.item'] });
 */
export function parse(text: string, options?: XmlParseOptions): Promise<XmlValue>;

declare const xml: { readonly parse: typeof parse };
export default xml;
