/**
 * References between elements of an SVG. The library follows them without a limit.
 * @module
 */
import { PackFormatError } from '@nodetool-ai/sandbox-pack-kit';
import type { XmlElement } from '@nodetool-ai/sandbox-pack-kit/xml';
import { FABRIC_MAX_OBJECTS } from './limits.js';
import { tooManyElements } from './too-many-elements.js';

/**
 * Refuses elements that contain or reach themselves, and `use` elements that repeat too much.
 * @throws {PackFormatError} `fabric.bad-format`
 * @throws {PackLimitError} `fabric.too-many`
 */
export function refuseEndlessReferences(where: string, root: XmlElement): void {
  const byId = new Map<string, XmlElement>();
  collectIds(root, byId);
  const sizes = new Map<XmlElement, number>();
  const open = new Set<XmlElement>();
  // Elements that an element becomes, with all that it refers to.
  const sizeOf = (element: XmlElement): number => {
    const known = sizes.get(element);
    if (known !== undefined) return known;
    if (open.has(element)) {
      throw new PackFormatError(
        where,
        'bad-format',
        `<${element.name.slice(0, 40)}> refers to itself`,
        'Take the reference out',
      );
    }
    open.add(element);
    let size = 1;
    for (const child of element.children) if (typeof child !== 'string') size += sizeOf(child);
    for (const [id, isRepeated] of referencesOf(element)) {
      const target = byId.get(id);
      if (target) size += sizeOf(target) * (isRepeated ? 1 : 0);
    }
    if (size > FABRIC_MAX_OBJECTS) throw tooManyElements(where);
    open.delete(element);
    sizes.set(element, size);
    return size;
  };
  sizeOf(root);
}

function collectIds(element: XmlElement, byId: Map<string, XmlElement>): void {
  const id = element.attributes.get('id');
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const child of element.children) if (typeof child !== 'string') collectIds(child, byId);
}

/** Ids that are followed, and whether their elements are copied. Fills are looked up once and not followed. */
function referencesOf(element: XmlElement): Map<string, boolean> {
  const ids = new Map<string, boolean>();
  for (const [name, value] of element.attributes) {
    if (name === 'clip-path' || name === 'style')
      for (const [, id = ''] of value.matchAll(/url\s*\(\s*["']?\s*#([^"')]+)/g)) ids.set(id.trim(), false);
    if (name === 'href' || name.endsWith(':href')) ids.set(value.slice(1), true);
  }
  ids.delete('');
  return ids;
}
