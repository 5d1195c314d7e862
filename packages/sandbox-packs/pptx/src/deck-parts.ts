/**
 * Parts of a deck and how they point at each other (ECMA-376, part 2: Open Packaging Conventions).
 * @module
 */
import { readBytes } from '@nodetool-ai/sandbox-pack-kit';
import { entryPath, readArchive, refuseOle } from '@nodetool-ai/sandbox-pack-kit/archive';
import { childrenOf, readXml, type XmlElement } from '@nodetool-ai/sandbox-pack-kit/xml';
import { PPTX_MAX_BYTES } from './limits.js';

/** What one part says about another. */
export interface Relationship {
  readonly id: string;
  /** Last word of its type, such as `slide`; transitional and strict files differ before it. */
  readonly kind: string;
  /** Name of the part in the archive; `""` when it lies outside. */
  readonly target: string;
}

/** A deck whose archive was read. */
export interface DeckParts {
  /** Root of an XML part; undefined when the deck has no such part. */
  read(name: string): XmlElement | undefined;
  /** Relationships inside the deck, of a part or of the whole (`""`). */
  relationsOf(name: string): Relationship[];
}

/**
 * @throws {PackInputError} `pptx.bad-argument`; `pptx.unsupported` for `.ppt`
 * @throws {PackFormatError} `pptx.bad-format`, `pptx.encrypted`
 * @throws {PackLimitError} `pptx.too-large`, `pptx.too-many`, `pptx.too-deep`, `pptx.inflated-too-large`
 */
export function openDeck(where: string, input: unknown): DeckParts {
  const bytes = readBytes(where, 'bytes', input, PPTX_MAX_BYTES);
  refuseOle(where, bytes, { noun: 'deck', oldEnding: '.ppt', ending: '.pptx' });
  const files = readArchive(where, bytes);
  // Names of parts are the same in any case (6.2.2.3), and some programs count on it.
  const folded = new Map(Array.from(files, ([name, content]) => [name.toLowerCase(), content] as const));
  const read = (name: string): XmlElement | undefined => {
    const content = files.get(name) ?? folded.get(name.toLowerCase());
    return content && readXml(where, JSON.stringify(name.slice(0, 100)), content);
  };
  return {
    read,
    relationsOf(name) {
      const slash = name.lastIndexOf('/') + 1;
      const folder = name.slice(0, slash);
      const root = read(`${folder}_rels/${name.slice(slash)}.rels`);
      return root ? childrenOf(root, 'Relationship').flatMap((element) => relationOf(element, folder)) : [];
    },
  };
}

function relationOf({ attributes }: XmlElement, folder: string): Relationship[] {
  const [id, type, target] = [attributes.get('Id'), attributes.get('Type'), attributes.get('Target')];
  if (id === undefined || type === undefined || target === undefined || attributes.get('TargetMode') === 'External')
    return [];
  return [{ id, kind: type.slice(type.lastIndexOf('/') + 1), target: entryPath(folder, target) ?? '' }];
}
