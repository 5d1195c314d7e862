import { rawArchive } from '@nodetool-ai/sandbox-pack-kit/testing';

const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

export const relationships = (...rows: [id: string, kind: string, target: string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(
      ([id, kind, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

export const presentation = (...ids: string[]): string =>
  `<p:presentation ${NAMESPACES}><p:sldIdLst>${ids.map((id, at) => `<p:sldId id="${256 + at}" r:id="${id}"/>`).join('')}</p:sldIdLst></p:presentation>`;

export const slideXml = (shapes: string, kind = 'sld'): string =>
  `<p:${kind} ${NAMESPACES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${kind}>`;

/** A shape with these paragraphs, each the content of an `a:p`. */
export const shape = (...paragraphs: string[]): string =>
  `<p:sp><p:nvSpPr/><p:txBody><a:bodyPr/>${paragraphs.map((content) => `<a:p>${content}</a:p>`).join('')}</p:txBody></p:sp>`;

export const run = (text: string): string => `<a:r><a:rPr lang="en"/><a:t>${text}</a:t></a:r>`;

/** A deck whose presentation lists its slides in this order. */
export function deckOf(slides: readonly string[], others: Record<string, string | Uint8Array> = {}): Uint8Array {
  const files: Record<string, string | Uint8Array> = {
    'ppt/presentation.xml': presentation(...slides.map((_, at) => `rId${at + 1}`)),
    'ppt/_rels/presentation.xml.rels': relationships(
      ...slides.map((_, at): [string, string, string] => [`rId${at + 1}`, 'slide', `slides/slide${at + 1}.xml`]),
    ),
    ...Object.fromEntries(slides.map((xml, at) => [`ppt/slides/slide${at + 1}.xml`, xml])),
    ...others,
  };
  return rawArchive(Object.entries(files).map(([name, data]) => ({ name, data })));
}
