import { PackFormatError, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { XML_MAX_ENTITIES } from './limits.js';

const ENTITY = /^<!ENTITY\s+([^\s"'%<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>$/;

/**
 * Entities of a document type by name. Those that hold a reference are left out, so none can hold another; the first
 * declaration of a name counts.
 * @throws {PackInputError} `xml.unsupported` for external and parameter entities
 * @throws {PackLimitError} `xml.too-many`
 */
export function declaredEntities(where: string, declarations: readonly string[]): Map<string, string> {
  const entities = new Map<string, string>();
  let count = 0;
  for (const declaration of declarations) {
    if (/^(?:%|<!ENTITY\s+%)/.test(declaration)) throw unsupported(where, 'Parameter entities are not supported');
    if (!/^<!ENTITY\s/.test(declaration)) continue;
    count += 1;
    if (count > XML_MAX_ENTITIES) {
      throw new PackLimitError(
        where,
        'too-many',
        `the document type declares more than ${XML_MAX_ENTITIES} entities`,
        'Write the text out',
        'XML_MAX_ENTITIES',
      );
    }
    if (/^<!ENTITY\s+\S+\s+(?:SYSTEM|PUBLIC)\s/.test(declaration)) {
      throw unsupported(where, 'External entities are not supported');
    }
    const [, name, double, single] = ENTITY.exec(declaration) ?? [];
    const value = double ?? single;
    if (name === undefined || value === undefined) {
      const start = JSON.stringify(declaration.slice(0, 60));
      throw new PackFormatError(where, 'bad-format', `${start} is no declaration of an entity`, 'Mend the DOCTYPE');
    }
    if (!value.includes('&') && !value.includes('%') && !entities.has(name)) entities.set(name, value);
  }
  return entities;
}

function unsupported(where: string, what: string): PackInputError {
  return new PackInputError(where, 'unsupported', what, 'Take the declaration out of the DOCTYPE');
}
