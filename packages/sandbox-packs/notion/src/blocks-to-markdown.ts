/**
 * Blocks of Notion as Markdown.
 * @module
 */
import { isPlainObject, kindOf, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { BLOCK_KINDS, type BlockKind } from './block-kinds.js';
import { NOTION_MAX_BLOCKS, NOTION_MAX_DEPTH } from './limits.js';
import { own } from './plain-text.js';
import { type TextBudget, textBudget } from './text-budget.js';

/** What one conversion shares. */
interface Conversion {
  where: string;
  budget: TextBudget;
  blocksLeft: number;
  unknown: Map<string, number>;
}

/** A list of blocks and where it is. */
interface Place {
  label: string;
  depth: number;
  /** Its parent is a paragraph or heading: a second indent would make code of its text. */
  isIndented: boolean;
}

/** Lines of Markdown, and whether they begin with a list. */
interface Written {
  lines: string[];
  startsWithList: boolean;
}

const NOTHING: Written = { lines: [], startsWithList: false };

/**
 * Writes blocks as Markdown; text is taken as it is, without bold, links and escapes. Kinds that are not known leave
 * nothing, and one warning counts them.
 * @throws {PackError} `notion.bad-argument`, `notion.too-many`, `notion.too-deep`, `notion.too-large`
 */
export function toMarkdown(where: string, input: unknown, warn: (text: string) => void): string {
  const budget = textBudget(where);
  const conversion: Conversion = { where, budget, blocksLeft: NOTION_MAX_BLOCKS, unknown: new Map() };
  const { lines } = writeBlocks(conversion, input, { label: 'blocks', depth: 1, isIndented: false });
  if (conversion.unknown.size > 0) warn(unknownText(where, conversion.unknown));
  return lines.join('\n');
}

function writeBlocks(conversion: Conversion, input: unknown, place: Place): Written {
  const { where } = conversion;
  if (!Array.isArray(input)) {
    const hint = isPlainObject(input) ? 'Pass the list, such as res.json.results' : 'Pass a list of blocks';
    throw new PackInputError(where, 'bad-argument', `${place.label} must be an array, not ${kindOf(input)}`, hint);
  }
  if (place.depth > NOTION_MAX_DEPTH) throw overCap(where, 'too-deep');
  const written: Written = { lines: [], startsWithList: false };
  let before: string | undefined;
  let number = 0;
  for (const [at, block] of input.entries()) {
    conversion.blocksLeft -= 1;
    if (conversion.blocksLeft < 0) throw overCap(where, 'too-many');
    const label = `${place.label}[${at}]`;
    if (!isPlainObject(block)) {
      const what = `${label} must be a block, not ${kindOf(block)}`;
      throw new PackInputError(where, 'bad-argument', what, 'Pass blocks as Notion gives them');
    }
    const type = typeName(block);
    const kind = BLOCK_KINDS.get(type);
    if (!kind) {
      conversion.unknown.set(type, (conversion.unknown.get(type) ?? 0) + 1);
      continue;
    }
    number = before === type ? number + 1 : 1;
    const lines = writeBlock(conversion, block, kind, number, { ...place, label });
    if (lines.length > 0) {
      if (written.lines.length === 0) written.startsWithList = kind.layout === 'list';
      else if (kind.layout !== 'list' || before !== type) written.lines.push('');
      for (const line of lines) written.lines.push(line);
    }
    before = type;
  }
  return written;
}

function writeBlock(
  conversion: Conversion,
  block: Record<string, unknown>,
  kind: BlockKind,
  number: number,
  place: Place,
): string[] {
  const { budget } = conversion;
  const given = own(block, typeName(block));
  const data = isPlainObject(given) ? given : {};
  const lines = kind.lines(data, budget);
  const isPlain = kind.layout === 'plain';
  const children = own(block, 'children') ?? own(data, 'children');
  const inner = { label: `${place.label}.children`, depth: place.depth + 1, isIndented: isPlain };
  const nested = isNothing(children) ? NOTHING : writeBlocks(conversion, children, inner);
  const gap = lines.length > 0 && nested.lines.length > 0 && !(kind.layout === 'list' && nested.startsWithList);
  const below = gap ? ['', ...nested.lines] : nested.lines;
  if (isPlain) return [...lines, ...(place.isIndented ? below : prefixed(budget, '  ', below))];
  if (kind.layout === 'quote') return prefixed(budget, '> ', [...lines, ...below]);
  const marker = kind.marker?.(data, number) ?? '';
  // Lines below a check box belong to the item, whose text begins behind the hyphen.
  const indent = ' '.repeat(marker.startsWith('-') ? 2 : marker.length);
  const [first = '', ...rest] = lines;
  return [...prefixed(budget, marker, [first]), ...prefixed(budget, indent, [...rest, ...below])];
}

function isNothing(children: unknown): boolean {
  return children === undefined || children === null || (Array.isArray(children) && children.length === 0);
}

function prefixed(budget: TextBudget, prefix: string, lines: string[]): string[] {
  budget.chars(prefix.length * lines.length);
  return lines.map((line) => (line === '' ? prefix.trimEnd() : prefix + line));
}

function typeName(block: Record<string, unknown>): string {
  const type = own(block, 'type');
  return typeof type === 'string' ? type.slice(0, 40) : 'without a type';
}

function unknownText(where: string, unknown: ReadonlyMap<string, number>): string {
  let total = 0;
  for (const count of unknown.values()) total += count;
  const kinds = [...unknown].slice(0, 10).map(([type, count]) => `${type.replace(/[^\w ]/g, '?')} (${count})`);
  return `${where}: ${total} blocks of unknown kinds were left out: ${kinds.join(', ')}${unknown.size > 10 ? ', …' : ''}`;
}

function overCap(where: string, reason: 'too-many' | 'too-deep'): PackLimitError {
  return reason === 'too-many'
    ? new PackLimitError(
        where,
        reason,
        `there are more than ${NOTION_MAX_BLOCKS} blocks`,
        'Convert fewer at a time',
        'NOTION_MAX_BLOCKS',
      )
    : new PackLimitError(
        where,
        reason,
        `blocks nest deeper than ${NOTION_MAX_DEPTH} levels`,
        'Attach fewer children',
        'NOTION_MAX_DEPTH',
      );
}
