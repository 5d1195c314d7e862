/**
 * Guest side of the markdown pack: marked, with rules that cost what they should in the guest's engine.
 * @module
 */
import {
  Hooks, Lexer, Marked, Parser, Renderer, TextRenderer, Tokenizer, defaults, getDefaults, lexer, marked, parse, parseInline,
  parser, setOptions, use, walkTokens,
} from 'marked';
import { makeRulesSticky } from './sticky-rules.js';

makeRulesSticky();

export {
  Hooks, Lexer, Marked, Parser, Renderer, TextRenderer, Tokenizer, defaults, getDefaults, lexer, marked, parse, parseInline,
  parser, setOptions, use, walkTokens,
};

const markdown = Object.freeze({
  Hooks, Lexer, Marked, Parser, Renderer, TextRenderer, Tokenizer, defaults, getDefaults, lexer, marked, parse, parseInline,
  parser, setOptions, use, walkTokens,
});
export default markdown;
