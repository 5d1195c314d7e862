/**
 * Text of a tree as a reader sees it: blocks and line breaks separate words, scripts and styles do not speak.
 * @module
 */
import type { AnyNode } from 'domhandler';
import { hasChildren, isElement } from './tree.js';

/** Elements whose content is never text for a reader. */
export const SILENT_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template']);

const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'select summary table tbody tfoot thead title tr ul'
  ).split(' '),
);

/** Neighbours on one line whose words still are two. */
const CELLS = new Set(['td', 'th', 'button', 'textarea', 'label', 'input', 'img']);

/**
 * Lines of the text under a node: one per block and `<br>`, spaces and tabs collapsed, lines trimmed, blank ones dropped.
 * The node itself always speaks, so that the text of a selected `<script>` can be had.
 */
export function visibleText(root: AnyNode): string {
  const parts: string[] = [];
  addText(root, parts, false, true);
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/^ | $/g, ''))
    .filter((line) => line !== '')
    .join('\n');
}

/** The text under a node on one line. */
export function visibleLine(root: AnyNode): string {
  return visibleText(root).replaceAll('\n', ' ');
}

// The parser bounds the depth.
function addText(node: AnyNode, parts: string[], isPreformatted: boolean, isRoot: boolean): void {
  if (node.type === 'text') {
    parts.push(isPreformatted ? node.data.replace(/\r\n?|\f/g, '\n') : node.data.replace(/[\n\r\f]/g, ' '));
    return;
  }
  if (!hasChildren(node)) return;
  const name = isElement(node) ? node.name : '';
  const isSilent = SILENT_ELEMENTS.has(name);
  if (isSilent && !isRoot) return;
  const edge = name === 'br' || BLOCKS.has(name) ? '\n' : CELLS.has(name) ? ' ' : '';
  parts.push(edge);
  const isPre = isPreformatted || isSilent || name === 'pre' || name === 'textarea';
  for (const child of node.children) addText(child, parts, isPre, false);
  if (name !== 'br') parts.push(edge);
}
