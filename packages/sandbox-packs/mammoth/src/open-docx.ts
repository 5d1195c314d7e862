/**
 * What the library gets to see of a document: parts that were read and checked here, in a new archive.
 * @module
 */
import { PackLimitError, readBytes } from '@nodetool-ai/sandbox-pack-kit';
import { readArchive, refuseOle, writeArchive } from '@nodetool-ai/sandbox-pack-kit/archive';
import { scanXml, toXmlText } from '@nodetool-ai/sandbox-pack-kit/xml';
import { MAMMOTH_MAX_ATTRIBUTES, MAMMOTH_MAX_BYTES, MAMMOTH_MAX_ELEMENTS } from './limits.js';

/** Parts that have no say in the text. The style map would let the document choose any HTML element. */
const UNUSED = /^(?:customXml|docProps|mammoth|word\/(?:activeX|embeddings|fonts|glossary|theme))\//;

/**
 * Reads the archive, checks every XML part and writes both anew, so that no two readers can see two documents.
 * @throws {PackInputError} `mammoth.bad-argument`; `mammoth.unsupported` for `.doc`
 * @throws {PackFormatError} `mammoth.bad-format`, `mammoth.encrypted`
 * @throws {PackLimitError} `mammoth.too-large`, `mammoth.too-many`, `mammoth.too-deep`, `mammoth.inflated-too-large`
 */
export function openDocx(where: string, input: unknown): Uint8Array {
  const bytes = readBytes(where, 'bytes', input, MAMMOTH_MAX_BYTES);
  refuseOle(where, bytes, { noun: 'document', oldEnding: '.doc', ending: '.docx' });
  const parts = new Map<string, Uint8Array>();
  const check = elementCounter(where);
  for (const [name, content] of readArchive(where, bytes)) {
    if (UNUSED.test(name)) continue;
    // The library decodes UTF-8 only.
    parts.set(name, /\.(?:xml|rels)$/i.test(name) ? check(name, content) : content);
  }
  return writeArchive(parts, { level: 0 });
}

function elementCounter(where: string): (name: string, content: Uint8Array) => Uint8Array {
  let elements = 0;
  return (name, content) => {
    const label = JSON.stringify(name.slice(0, 100));
    const text = toXmlText(where, label, content);
    scanXml(where, label, text, {
      onOpen(_name, attributes) {
        elements += 1;
        if (elements > MAMMOTH_MAX_ELEMENTS) {
          throw tooMany(where, `the document has more than ${MAMMOTH_MAX_ELEMENTS} elements`, 'MAMMOTH_MAX_ELEMENTS');
        }
        if (attributes.size > MAMMOTH_MAX_ATTRIBUTES) {
          const what = `${label} has an element of more than ${MAMMOTH_MAX_ATTRIBUTES} attributes`;
          throw tooMany(where, what, 'MAMMOTH_MAX_ATTRIBUTES');
        }
      },
      onText() {},
      onClose() {},
    });
    return new TextEncoder().encode(text);
  };
}

function tooMany(where: string, what: string, limit: string): PackLimitError {
  return new PackLimitError(where, 'too-many', what, 'Split the document', limit);
}
