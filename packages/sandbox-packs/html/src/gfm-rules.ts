/**
 * Turndown rules for GitHub's tables and strike-through. The published plugins write one tilde, lose pipes in cells, or
 * keep a table as HTML when it does not please them.
 * @module
 */
import type TurndownService from 'turndown';

/** The parts of a DOM element that the rules read. */
type Node = TurndownService.Node & { getAttribute?(name: string): string | null };

/** Adds the rules to a service. */
export function addGfmRules(service: TurndownService): void {
  service.addRule('strikethrough', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
  });
  // Not in the types' list of names, so it is matched by hand.
  service.addRule('strike', {
    filter: (node) => node.nodeName === 'STRIKE',
    replacement: (content) => `~~${content}~~`,
  });
  service.addRule('tableCell', {
    filter: ['td', 'th'],
    replacement: (content, node) => (isInner(node) ? `${content.trim()} ` : cell(content, node)),
  });
  service.addRule('tableRow', {
    filter: 'tr',
    replacement: (content, node) => (isInner(node) ? content : row(content, node)),
  });
  service.addRule('tableSection', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('tableCaption', { filter: 'caption', replacement: (content) => `${content.trim()}\n\n` });
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) => (isInner(node) ? ` ${content.trim()} ` : `\n\n${content.trim()}\n\n`),
  });
}

function cell(content: string, node: Node): string {
  const text = content
    .trim()
    .replace(/\|/g, '\\|')
    .replace(/\s*\n\s*/g, '<br>');
  return ` ${text} |${'  |'.repeat(spanOf(node) - 1)}`;
}

// A table in Markdown begins with a header; a row that is none gets an empty one before it.
function row(content: string, node: Node): string {
  const line = `|${content}\n`;
  if (!isFirstRow(node)) return line;
  const rule = `|${cellsOf(node)
    .map((each) => ` ${alignment(each)} |${' --- |'.repeat(spanOf(each) - 1)}`)
    .join('')}\n`;
  if (isHeader(node)) return `${line}${rule}`;
  const width = cellsOf(node).reduce((sum, each) => sum + spanOf(each), 0);
  return `|${'  |'.repeat(width)}\n${rule}${line}`;
}

function alignment(node: Node): string {
  const style = /text-align:\s*(left|center|right)/i.exec(node.getAttribute?.('style') ?? '')?.[1];
  const align = (node.getAttribute?.('align') ?? style ?? '').toLowerCase();
  return align === 'left' ? ':--' : align === 'center' ? ':-:' : align === 'right' ? '--:' : '---';
}

function isHeader(node: Node): boolean {
  return node.parentNode?.nodeName === 'THEAD' || cellsOf(node).every(({ nodeName }) => nodeName === 'TH');
}

function isFirstRow(node: Node): boolean {
  for (let before = node.previousSibling; before; before = before.previousSibling)
    if (before.nodeName === 'TR') return false;
  const section = node.parentNode;
  if (section === null || section.nodeName === 'TABLE') return true;
  for (let before = section.previousSibling; before; before = before.previousSibling) {
    const rows = Array.from(before.childNodes, ({ nodeName }) => nodeName);
    if (before.nodeName === 'TR' || rows.includes('TR')) return false;
  }
  return true;
}

function cellsOf(node: Node): Node[] {
  return Array.from(node.childNodes as ArrayLike<Node>).filter(
    ({ nodeName }) => nodeName === 'TD' || nodeName === 'TH',
  );
}

function spanOf(node: Node): number {
  return Math.min(1000, Math.max(1, Number.parseInt(node.getAttribute?.('colspan') ?? '1', 10) || 1));
}

// Markdown has no tables in tables.
function isInner(node: Node): boolean {
  let tables = node.nodeName === 'TABLE' ? 1 : 0;
  for (let at: TurndownService.Node | null = node.parentNode; at; at = at.parentNode)
    if (at.nodeName === 'TABLE') tables += 1;
  return tables > 1;
}
