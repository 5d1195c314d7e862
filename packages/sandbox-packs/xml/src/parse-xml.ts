/**
 * XML text to plain data.
 * @module
 */
import {
  flag,
  libraryReason,
  optionalTextList,
  PackError,
  PackFormatError,
  readOptions,
  readText,
} from '@nodetool-ai/sandbox-pack-kit';
import { toXmlText } from '@nodetool-ai/sandbox-pack-kit/xml';
import { XMLParser } from 'fast-xml-parser';
import { checkXml } from './check-xml.js';
import { EntityDecoder } from './entity-decoder.js';
import { XML_MAX_ARRAY_PATHS, XML_MAX_DEPTH, XML_MAX_TEXT_CHARS } from './limits.js';

const MAX_PATH_CHARS = 2000;

/**
 * Reads XML into the shape of fast-xml-parser.
 *
 * A strict scan comes first, since the library's own check takes texts that are not well-formed.
 *
 * @throws {PackError} `xml.bad-argument`, `xml.bad-format`, `xml.unsupported`, `xml.too-large`, `xml.too-many`,
 * `xml.too-deep`
 */
export function parseXml(where: string, input: unknown, given: unknown): unknown {
  const raw = readText(where, 'text', input, XML_MAX_TEXT_CHARS);
  const { attributes, arrays, removeNamespaces, preserveOrder } = readOptions(where, given, {
    attributes: flag(true),
    arrays: optionalTextList(XML_MAX_ARRAY_PATHS, MAX_PATH_CHARS),
    removeNamespaces: flag(false),
    preserveOrder: flag(false),
  });
  const { text, entities } = checkXml(where, toXmlText(where, 'text', raw), removeNamespaces);
  const listed = new Set(arrays);
  const parser = new XMLParser({
    preserveOrder,
    ignoreAttributes: !attributes,
    removeNSPrefix: removeNamespaces,
    parseTagValue: false,
    parseAttributeValue: false,
    maxNestedTags: XML_MAX_DEPTH,
    // An attribute has the path of an element of its name.
    isArray: (_name, path, _isLeaf, isAttribute) => !isAttribute && typeof path === 'string' && listed.has(path),
    // Otherwise `toString` would come back as `__toString`.
    onDangerousProperty: (name) => name,
    entityDecoder: new EntityDecoder(where, entities),
  });
  try {
    return parser.parse(text);
  } catch (error) {
    if (error instanceof PackError) throw error;
    throw new PackFormatError(
      where,
      'bad-format',
      `the library cannot read the text: ${libraryReason(error)}`,
      'Mend the XML',
    );
  }
}
