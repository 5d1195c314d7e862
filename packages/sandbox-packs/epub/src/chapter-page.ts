/**
 * One page of a book as a tree: XHTML that is often not well-formed, so it is read as HTML that knows `<title/>`.
 * @module
 */
import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { hasChildren, isElement, visibleLine, visibleText } from '@nodetool-ai/sandbox-pack-kit/visible-text';
import { type AnyNode, type Document, DomHandler, type Element } from 'domhandler';
import { Parser } from 'htmlparser2';
import { EPUB_MAX_CHAPTER_CHARS, EPUB_MAX_CHAPTER_TAGS, EPUB_MAX_DEPTH } from './limits.js';

/** @throws {PackLimitError} `epub.too-large`, `epub.too-many`, `epub.too-deep` */
export function parsePage(where: string, path: string, bytes: Uint8Array): Document {
  const label = JSON.stringify(path.slice(0, 100));
  const text = decode(bytes);
  if (text.length > EPUB_MAX_CHAPTER_CHARS) {
    throw limitError(where, 'too-large', `${label} has ${text.length} characters`, 'EPUB_MAX_CHAPTER_CHARS');
  }
  refuseManyTags(where, label, text);
  const handler = new BoundedHandler(() =>
    limitError(where, 'too-deep', `${label} nests more than ${EPUB_MAX_DEPTH} deep`, 'EPUB_MAX_DEPTH'),
  );
  new Parser(handler, { recognizeSelfClosing: true, recognizeCDATA: true, decodeEntities: true }).end(text);
  return handler.root;
}

/** Stops while a deep tree grows: the parser's time goes with the square of the depth. */
class BoundedHandler extends DomHandler {
  constructor(readonly tooDeep: () => Error) {
    super();
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes);
    // The document itself is the first of the open nodes.
    if (this.tagStack.length > EPUB_MAX_DEPTH + 1) throw this.tooDeep();
  }
}

/** Text of the body by the rules that all packs share; what stands in the head is not seen. */
export function pageText(page: Document): string {
  return visibleText(findElements(page, (element) => element.name === 'body')[0] ?? page);
}

/** `<title>`, else the first heading, else `""`. */
export function pageTitle(page: Document): string {
  const isInSvg = (element: Element) =>
    element.parent !== null && 'name' in element.parent && element.parent.name === 'svg';
  const titles = findElements(page, (element) => element.name === 'title' && !isInSvg(element));
  const headings = findElements(page, (element) => /^h[1-6]$/.test(element.name));
  return (
    [titles[0], headings[0]].map((element) => (element ? visibleLine(element) : '')).find((line) => line !== '') ?? ''
  );
}

/** Elements of a tree in document order. */
export function findElements(root: AnyNode, isWanted: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  const stack: AnyNode[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node) && isWanted(node)) found.push(node);
    if (!hasChildren(node)) continue;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) stack.push(child);
    }
  }
  return found;
}

// There are at most as many elements as `<`, and the tree takes some hundred bytes for each.
function refuseManyTags(where: string, label: string, text: string): void {
  let tags = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) tags += 1;
  if (tags <= EPUB_MAX_CHAPTER_TAGS) return;
  throw limitError(where, 'too-many', `${label} has ${tags} tags`, 'EPUB_MAX_CHAPTER_TAGS');
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const named = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function limitError(
  where: string,
  reason: 'too-large' | 'too-many' | 'too-deep',
  what: string,
  limit: string,
): PackLimitError {
  return new PackLimitError(where, reason, `${what}, over the limit of ${limit}`, 'Split the chapter', limit);
}
