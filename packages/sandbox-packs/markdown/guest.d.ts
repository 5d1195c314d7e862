/** Turns Markdown into HTML or tokens with marked. Plain calls, no promises. A converter, not a sanitiser. */

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
