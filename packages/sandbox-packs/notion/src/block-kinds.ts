/**
 * The kinds of block that become Markdown, and the lines that a block has of its own.
 * @module
 */
import { isPlainObject } from '@nodetool-ai/sandbox-pack-kit';
import { own, readPlainText } from './plain-text.js';
import type { TextBudget } from './text-budget.js';

/** How a kind of block is written. */
export interface BlockKind {
  /** `list`: a marker, and lines below it indented. `quote`: `> ` before every line. `plain`: only children indented. */
  layout: 'list' | 'quote' | 'plain';
  /** Lines without marker; none means that the block shows nothing. */
  lines(data: Record<string, unknown>, budget: TextBudget): string[];
  /** Before the first line of a list item. */
  marker?(data: Record<string, unknown>, number: number): string;
}

const bullet = (): string => '- ';

/** Kinds by Notion's names. */
export const BLOCK_KINDS: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ['heading_1', heading('# ')],
  ['heading_2', heading('## ')],
  ['heading_3', heading('### ')],
  ['paragraph', { layout: 'plain', lines: textLines }],
  ['bulleted_list_item', { layout: 'list', lines: textLines, marker: bullet }],
  ['numbered_list_item', { layout: 'list', lines: textLines, marker: (_data, number) => `${number}. ` }],
  [
    'to_do',
    { layout: 'list', lines: textLines, marker: (data) => (own(data, 'checked') === true ? '- [x] ' : '- [ ] ') },
  ],
  ['toggle', { layout: 'list', lines: textLines, marker: bullet }],
  ['quote', { layout: 'quote', lines: textLines }],
  ['callout', { layout: 'quote', lines: calloutLines }],
  ['code', { layout: 'plain', lines: codeLines }],
  ['divider', { layout: 'plain', lines: () => ['---'] }],
]);

function heading(marker: string): BlockKind {
  return {
    layout: 'plain',
    lines(data, budget) {
      const text = textLines(data, budget).join(' ');
      return text === '' ? [] : [marker + text];
    },
  };
}

function textLines(data: Record<string, unknown>, budget: TextBudget): string[] {
  const text = readPlainText(own(data, 'rich_text'), budget);
  return text === '' ? [] : countedLines(text, budget);
}

function calloutLines(data: Record<string, unknown>, budget: TextBudget): string[] {
  const lines = textLines(data, budget);
  const icon = own(data, 'icon');
  const emoji = isPlainObject(icon) ? own(icon, 'emoji') : undefined;
  if (typeof emoji !== 'string' || emoji.length > 40 || /\s/.test(emoji)) return lines;
  return [`${emoji} ${lines[0] ?? ''}`.trimEnd(), ...lines.slice(1)];
}

// A fence ends at a run of backticks that is as long as itself.
function codeLines(data: Record<string, unknown>, budget: TextBudget): string[] {
  const text = readPlainText(own(data, 'rich_text'), budget);
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  budget.chars(2 * longest);
  const fence = '`'.repeat(longest + 1);
  const language = own(data, 'language');
  const isNamed = typeof language === 'string' && /^[\w+#./ -]{1,40}$/.test(language) && language !== 'plain text';
  return [fence + (isNamed ? language : ''), ...countedLines(text, budget), fence];
}

// Each line costs as much as an item of rich text, however short it is.
function countedLines(text: string, budget: TextBudget): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  for (let at = 1; at < lines.length; at += 1) budget.item();
  return lines;
}
