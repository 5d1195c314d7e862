/**
 * Text of the shapes of a slide, in the order of the tree.
 * @module
 */
import { childOf, childrenOf, descendantsOf, type XmlElement } from '@nodetool-ai/sandbox-pack-kit/xml';

/** Properties of text, which say nothing. */
const PROPERTIES = new Set(['rPr', 'pPr', 'endParaRPr']);

/** Text of a slide or of another part with shapes, trimmed; shapes without text leave no line. */
export function slideText(root: XmlElement): string {
  return textOfTree(root, () => true);
}

/** What a notes page says: its body, without the number, the header and the picture of the slide. */
export function notesText(root: XmlElement): string {
  return textOfTree(root, (shape) => {
    const placeholder = descendantsOf(childOf(shape, 'nvSpPr') ?? shape, 'ph')[0];
    return placeholder?.attributes.get('type') === 'body';
  });
}

function textOfTree(root: XmlElement, isWanted: (shape: XmlElement) => boolean): string {
  const tree = childOf(childOf(root, 'cSld') ?? root, 'spTree');
  const texts: string[] = [];
  if (tree) addShapes(tree, isWanted, texts);
  return texts.join('\n').trim();
}

// The reader of XML bounds the depth.
function addShapes(parent: XmlElement, isWanted: (shape: XmlElement) => boolean, texts: string[]): void {
  for (const element of elementsOf(parent)) {
    if (element.local === 'grpSp') addShapes(element, isWanted, texts);
    else if (element.local === 'sp') {
      const body = isWanted(element) ? childOf(element, 'txBody') : undefined;
      const text = body ? bodyText(body, '\n') : '';
      if (text !== '') texts.push(text);
    } else if (element.local === 'graphicFrame') {
      for (const table of descendantsOf(element, 'tbl')) texts.push(tableText(table));
    }
  }
}

/** Rows by line, cells by tab: a line break inside of a cell becomes a space, so that a row stays a row. */
function tableText(table: XmlElement): string {
  const rows = childrenOf(table, 'tr').map((row) =>
    childrenOf(row, 'tc')
      .map((cell) => bodyText(childOf(cell, 'txBody'), ' ').replaceAll('\n', ' '))
      .join('\t'),
  );
  return rows.join('\n');
}

function bodyText(body: XmlElement | undefined, separator: string): string {
  return body ? childrenOf(body, 'p').map(paragraphText).join(separator) : '';
}

function paragraphText(paragraph: XmlElement): string {
  const parts: string[] = [];
  addText(paragraph, parts);
  return parts.join('');
}

function addText(parent: XmlElement, parts: string[]): void {
  for (const element of elementsOf(parent)) {
    if (element.local === 't') parts.push(...element.children.filter((child) => typeof child === 'string'));
    else if (element.local === 'br') parts.push('\n');
    else if (!PROPERTIES.has(element.local)) addText(element, parts);
  }
}

/** Children, with one of each set of alternatives: they say the same in old and new words (ECMA-376, part 3). */
function elementsOf(parent: XmlElement): XmlElement[] {
  return childrenOf(parent).flatMap((element) => {
    if (element.local !== 'AlternateContent') return [element];
    const chosen = childOf(element, 'Choice') ?? childOf(element, 'Fallback');
    return chosen ? elementsOf(chosen) : [];
  });
}
