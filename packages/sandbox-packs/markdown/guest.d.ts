/**
 * Turns Markdown into HTML or tokens with marked. Plain calls, no promises. A converter, not a sanitiser: HTML and
 * `javascript:` links in the text pass through.
 *
 * `marked.parse(text, { gfm = true, breaks = false })` gives HTML, `marked.lexer(text)` tokens such as
 * `heading { depth, text }`, `code { lang, text }`, `list { ordered, items }` and `table { header, rows }`.
 * What is no string throws an `Error` containing `string expected`.
 *
 * @example
 * parse('# Title'); // '<h1>Title</h1>\n'
 * lexer('# A').map((token) => token.type); // ['heading']
 */

export type { MarkedExtension, MarkedOptions, Token, Tokens, TokensList } from 'marked';
export {
  defaults,
  getDefaults,
  Hooks,
  Lexer,
  lexer,
  Marked,
  marked,
  Parser,
  parse,
  parseInline,
  parser,
  Renderer,
  setOptions,
  TextRenderer,
  Tokenizer,
  use,
  walkTokens,
} from 'marked';

declare const markdown: Readonly<
  Pick<
    typeof import('marked'),
    | 'Hooks'
    | 'Lexer'
    | 'Marked'
    | 'Parser'
    | 'Renderer'
    | 'TextRenderer'
    | 'Tokenizer'
    | 'defaults'
    | 'getDefaults'
    | 'lexer'
    | 'marked'
    | 'parse'
    | 'parseInline'
    | 'parser'
    | 'setOptions'
    | 'use'
    | 'walkTokens'
  >
>;
export default markdown;
