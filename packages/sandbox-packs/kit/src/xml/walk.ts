import type { XmlElement } from './read-xml.js';

/** Child elements; with `local` only those of that name, whatever their prefix. */
export function childrenOf(element: XmlElement, local?: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (local === undefined || child.local === local),
  );
}

/** First child element of that name, whatever its prefix. */
export function childOf(element: XmlElement, local: string): XmlElement | undefined {
  return childrenOf(element, local)[0];
}

/** All elements of that name below `element`, in document order. */
export function descendantsOf(element: XmlElement, local: string): XmlElement[] {
  const found: XmlElement[] = [];
  collect(element, local, found);
  return found;
}

/** All text below `element`, in document order. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** Value of the attribute with that name; else of the first one that has it behind a prefix. */
export function attributeOf(element: XmlElement, local: string): string | undefined {
  const exact = element.attributes.get(local);
  if (exact !== undefined) return exact;
  for (const [name, value] of element.attributes) {
    if (name.endsWith(`:${local}`) && name.indexOf(':') === name.length - local.length - 1) return value;
  }
  return undefined;
}

// At most 256 levels, so it may call itself.
function collect(element: XmlElement, local: string, found: XmlElement[]): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.local === local) found.push(child);
    collect(child, local, found);
  }
}
