/**
 * Guest side of the markdown pack: marked, with rules that cost what they should in the guest's engine.
 * @module
 */
import {
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
import { makeRulesSticky } from './sticky-rules.js';

makeRulesSticky();

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
};

const markdown = Object.freeze({
  Hooks,
  Lexer,
  Marked,
  Parser,
  Renderer,
  TextRenderer,
  Tokenizer,
  defaults,
  getDefaults,
  lexer,
  marked,
  parse,
  parseInline,
  parser,
  setOptions,
  use,
  walkTokens,
});
export default markdown;
