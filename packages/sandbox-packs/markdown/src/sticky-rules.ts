/**
 * Makes the library's anchored rules sticky.
 *
 * The guest's engine tries a failing `^` expression at every place of the text, so a tokeniser built on
 * `rule.exec(rest)` costs the square of the text's length. A sticky expression is tried at one place only.
 * @module
 */
import { Lexer } from 'marked';

/** An anchored rule that is tried at the start of a text and nowhere else; its matches are those of the plain rule. */
class StickyRule extends RegExp {
  // A sticky expression goes on where the last match ended; a rule always begins at the start.
  override exec(text: string): RegExpExecArray | null {
    this.lastIndex = 0;
    return super.exec(text);
  }
}

/** A table of rules as the library keeps them: expressions, functions that build one, and stand-ins. */
type RuleTable = Record<string, unknown>;

/** Rewrites the rules of all lexers, once, in place. */
export function makeRulesSticky(): void {
  const { block, inline } = Lexer.rules;
  for (const table of [...Object.values(block), ...Object.values(inline)]) makeTableSticky(table as RuleTable);
  // Rules for lines and list items are not part of `Lexer.rules`, but every tokenizer refers to the one table of them.
  const other = (new Lexer() as unknown as { tokenizer: { rules: { other: RuleTable } } }).tokenizer.rules.other;
  makeTableSticky(other);
  for (const [name, build] of Object.entries(other)) {
    if (typeof build === 'function') other[name] = rememberSticky(build as (key: unknown) => unknown);
  }
}

/** True when every alternative of an expression begins with `^`: then it matches at the start or not at all. */
export function isAnchored(source: string): boolean {
  let depth = 0;
  let isClass = false;
  let isStart = true;
  for (let at = 0; at < source.length; at += 1) {
    const unit = source[at];
    if (isStart && unit !== '^') return false;
    isStart = false;
    if (unit === '\\') at += 1;
    else if (isClass) isClass = unit !== ']';
    else if (unit === '[') isClass = true;
    else if (unit === '(') depth += 1;
    else if (unit === ')') depth -= 1;
    else if (unit === '|' && depth === 0) isStart = true;
  }
  return !isStart;
}

// Keys are kinds of bullets and indents: a handful.
function rememberSticky(build: (key: unknown) => unknown): (key: unknown) => unknown {
  const rules = new Map<unknown, unknown>();
  return (key) => {
    if (!rules.has(key)) rules.set(key, toSticky(build(key)));
    return rules.get(key);
  };
}

function makeTableSticky(table: RuleTable): void {
  for (const [name, rule] of Object.entries(table)) table[name] = toSticky(rule);
}

function toSticky(rule: unknown): unknown {
  if (!(rule instanceof RegExp) || rule instanceof StickyRule) return rule;
  return /[gym]/.test(rule.flags) || !isAnchored(rule.source) ? rule : new StickyRule(rule.source, `${rule.flags}y`);
}
