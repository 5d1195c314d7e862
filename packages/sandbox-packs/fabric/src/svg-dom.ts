/**
 * The few parts of a document that the library's SVG reader uses, over elements that were checked. It has no parser and no
 * loader.
 * @module
 */
import type { XmlElement } from '@nodetool-ai/sandbox-pack-kit/xml';

/** A text node. */
export class SvgText {
  readonly nodeType = 3;
  readonly nodeName = '#text';
  parentNode: SvgParent | null = null;
  constructor(readonly textContent: string) {}
  cloneNode(): SvgText {
    return new SvgText(this.textContent);
  }
}

type SvgNode = SvgElement | SvgText;
type SvgParent = SvgElement | SvgDocument;

/** An element. */
export class SvgElement {
  readonly nodeType = 1;
  readonly childNodes: SvgNode[] = [];
  readonly #attributes: Map<string, string>;
  parentNode: SvgParent | null = null;

  constructor(
    readonly ownerDocument: SvgDocument,
    readonly nodeName: string,
    attributes: Iterable<readonly [string, string]> = [],
  ) {
    this.#attributes = new Map(attributes);
  }

  get tagName(): string {
    return this.nodeName;
  }
  get parentElement(): SvgElement | null {
    return this.parentNode instanceof SvgElement ? this.parentNode : null;
  }
  get attributes(): { name: string; value: string }[] {
    return Array.from(this.#attributes, ([name, value]) => ({ name, value }));
  }
  get children(): SvgElement[] {
    return this.childNodes.filter((node) => node instanceof SvgElement);
  }
  get firstChild(): SvgNode | null {
    return this.childNodes[0] ?? null;
  }
  get textContent(): string {
    return this.childNodes.map((node) => node.textContent).join('');
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }
  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, String(value));
  }
  setAttributeNS(_space: string, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }
  removeAttribute(name: string): void {
    this.#attributes.delete(name);
  }

  append(...nodes: SvgNode[]): void {
    for (const node of [...nodes]) this.appendChild(node);
  }
  appendChild(node: SvgNode): SvgNode {
    node.parentNode?.removeChild(node);
    this.childNodes.push(node);
    node.parentNode = this;
    return node;
  }
  removeChild(node: SvgNode): void {
    const at = this.childNodes.indexOf(node);
    if (at !== -1) this.childNodes.splice(at, 1);
    node.parentNode = null;
  }
  replaceChild(node: SvgNode, old: SvgNode): void {
    node.parentNode?.removeChild(node);
    this.childNodes.splice(this.childNodes.indexOf(old), 1, node);
    node.parentNode = this;
    old.parentNode = null;
  }
  cloneNode(isDeep?: boolean): SvgElement {
    const copy = new SvgElement(this.ownerDocument, this.nodeName, this.#attributes);
    if (isDeep) for (const node of this.childNodes) copy.appendChild(node.cloneNode(true));
    return copy;
  }

  /** Descendants in document order; `*` stands for all. */
  getElementsByTagName(name: string): SvgElement[] {
    const found: SvgElement[] = [];
    for (const child of this.children) {
      if (name === '*' || child.nodeName === name) found.push(child);
      found.push(...child.getElementsByTagName(name));
    }
    return found;
  }
}

/** A document with one root. */
export class SvgDocument {
  readonly nodeType = 9;
  readonly nodeName = '#document';
  readonly documentElement: SvgElement;

  constructor(root: XmlElement) {
    this.documentElement = toElement(this, root);
    this.documentElement.parentNode = this;
  }

  createElementNS(_space: string, name: string): SvgElement {
    return new SvgElement(this, name);
  }
  getElementsByTagName(name: string): SvgElement[] {
    return this.documentElement.getElementsByTagName(name);
  }
  getElementsByTagNameNS(_space: string, name: string): SvgElement[] {
    return this.getElementsByTagName(name);
  }
  getElementById(id: string): SvgElement | null {
    return this.getElementsByTagName('*').find((element) => element.getAttribute('id') === id) ?? null;
  }
  removeChild(): void {}
}

function toElement(document: SvgDocument, { name, attributes, children }: XmlElement): SvgElement {
  const element = new SvgElement(document, name, attributes);
  for (const child of children)
    element.appendChild(typeof child === 'string' ? new SvgText(child) : toElement(document, child));
  return element;
}
