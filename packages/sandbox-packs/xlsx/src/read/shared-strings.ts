import { scanXml, toXmlText } from '@nodetool-ai/sandbox-pack-kit/xml';
import { unescapeText } from '../escape-text.js';
import { localName } from './local-name.js';
import type { WorkbookPart } from './open-workbook.js';

/** The texts that cells point to; pieces of rich text are joined, signs for how to say it are left out. */
export function readSharedStrings(where: string, part: WorkbookPart | undefined): string[] {
  if (!part) return [];
  const texts: string[] = [];
  let current = '';
  let isText = false;
  let phonetic = 0;
  scanXml(where, part.name, toXmlText(where, part.name, part.bytes), {
    onOpen(name) {
      const local = localName(name);
      if (local === 'si') current = '';
      else if (local === 'rPh') phonetic += 1;
      else if (local === 't') isText = phonetic === 0;
    },
    onText(text) {
      if (isText) current += text;
    },
    onClose(name) {
      const local = localName(name);
      if (local === 'si') texts.push(unescapeText(current));
      else if (local === 'rPh') phonetic -= 1;
      else if (local === 't') isText = false;
    },
  });
  return texts;
}
