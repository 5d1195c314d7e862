/** Reads HTML with cheerio and turns it into text or Markdown with turndown. Every call returns a promise. */

/** Options of {@link select}. */
export interface SelectOptions {
  /** Gives this attribute of each match that has it, in place of its text. */
  attr?: string;
  /** Most results; default 100, clamped to 0…1000. */
  limit?: number;
}

/**
 * Texts (or attributes) of what a CSS selector matches, in document order; no match gives `[]`.
 * HTML of at most 5 242 880 characters, 300 000 elements and 512 levels, as in every function here.
 * @throws codes `html.bad-argument`, `html.too-large`, `html.too-deep`, `html.too-many`, `html.timeout`
 * @example
 * await select('<ul><li>One</li></ul>', 'li'); // ['One']
 */
export function select(html: string, selector: string, options?: SelectOptions): Promise<string[]>;

/** Style of the Markdown. */
export interface TurndownOptions {
  /** Default `"atx"`. */
  headingStyle?: 'atx' | 'setext';
  /** A thematic break; default `"* * *"`. */
  hr?: string;
  /** Default `"-"`. */
  bulletListMarker?: '-' | '+' | '*';
  /** Default `"fenced"`. */
  codeBlockStyle?: 'fenced' | 'indented';
  /** Default three backticks. */
  fence?: '```' | '~~~';
  /** Default `"_"`. */
  emDelimiter?: '_' | '*';
  /** Default `"**"`. */
  strongDelimiter?: '**' | '__';
  /** Default `"inlined"`. */
  linkStyle?: 'inlined' | 'referenced';
  /** Default `"full"`. */
  linkReferenceStyle?: 'full' | 'collapsed' | 'shortcut';
  /** Default `false`. */
  preformattedCode?: boolean;
}

/** Options of {@link toMarkdown}. */
export interface MarkdownOptions {
  turndown?: TurndownOptions;
  /** Absolute http or https URL that links and images are resolved against; default: they stay as written. */
  baseUrl?: string;
}

/**
 * Markdown with GitHub's tables and strike-through; scripts and styles are left out. At most 100 000 elements.
 * A converter, not a sanitiser: links keep whatever scheme they have.
 * @throws codes `html.bad-argument`, `html.bad-format`, `html.too-large`, `html.too-deep`, `html.too-many`, `html.timeout`
 * @example
 * await toMarkdown('<h1>Hi</h1>'); // '# Hi'
 */
export function toMarkdown(html: string, options?: MarkdownOptions): Promise<string>;

/**
 * Text with one line per block and `<br>`; spaces collapsed, blank lines dropped.
 * @throws codes as {@link select}
 * @example
 * await toText('<p>One</p><p>Two</p>'); // 'One\nTwo'
 */
export function toText(html: string): Promise<string>;

/** One link; `href` is as written. */
export interface HtmlLink {
  href: string;
  text: string;
  type: 'internal' | 'external';
}

/**
 * Links of `a[href]`, at most 1000; more are left out with a warning. With a base, the same origin is internal; without,
 * a scheme or `//` is external.
 * @throws codes as {@link select}; `html.bad-argument` also for a base that is no absolute http or https URL
 */
export function extractLinks(html: string, baseUrl?: string): Promise<HtmlLink[]>;

/** Sources of `img[src]`, at most 1000, resolved against the base. Refuses as {@link extractLinks}. */
export function extractImages(html: string, baseUrl?: string): Promise<string[]>;

/** Sources of `audio[src]` and `audio source[src]`, at most 1000, resolved against the base. Refuses as {@link extractLinks}. */
export function extractAudio(html: string, baseUrl?: string): Promise<string[]>;

/**
 * Sources of `video[src]`, `video source[src]` and `iframe[src]`, at most 1000, resolved against the base.
 * Refuses as {@link extractLinks}.
 */
export function extractVideos(html: string, baseUrl?: string): Promise<string[]>;

/** What a page says about itself; `null` where it says nothing. */
export interface HtmlMetadata {
  title: string | null;
  description: string | null;
  keywords: string | null;
}

/** Title, description and keywords. Refuses as {@link select}. */
export function extractMetadata(html: string): Promise<HtmlMetadata>;

/**
 * Text of `article`, `main`, an element named like content, or `body`, on one line; `""` when there is none.
 * @throws codes as {@link select}
 */
export function extractReadableText(html: string): Promise<string>;

declare const html: {
  readonly select: typeof select;
  readonly toMarkdown: typeof toMarkdown;
  readonly toText: typeof toText;
  readonly extractLinks: typeof extractLinks;
  readonly extractImages: typeof extractImages;
  readonly extractAudio: typeof extractAudio;
  readonly extractVideos: typeof extractVideos;
  readonly extractMetadata: typeof extractMetadata;
  readonly extractReadableText: typeof extractReadableText;
};
export default html;
