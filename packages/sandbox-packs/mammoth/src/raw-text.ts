/**
 * Text of a document tree of mammoth. The library's own function leaves line breaks out and so glues words together.
 * @module
 */

/** What is read of a node; its other fields do not matter here. */
interface DocumentNode {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly children?: readonly DocumentNode[];
}

/** Paragraphs with a blank line between them; line breaks and tabs inside of them are kept. */
export function rawText(node: DocumentNode): string {
  if (node.type === 'text') return typeof node.value === 'string' ? node.value : '';
  if (node.type === 'tab') return '\t';
  if (node.type === 'break') return '\n';
  const text = (node.children ?? []).map(rawText).join('');
  return node.type === 'paragraph' ? `${text.replace(/^\n+|\n+$/g, '')}\n\n` : text;
}
