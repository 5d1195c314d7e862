import { attributeOf, childOf, childrenOf, readXml } from '@nodetool-ai/sandbox-pack-kit/xml';
import type { WorkbookPart } from './open-workbook.js';

/** Formats that Excel has by number and that show dates or times, those of East Asia included. */
const BUILT_IN: [from: number, to: number][] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** For each style of cells, by index, whether it shows a number as a date or a time. */
export function readDateStyles(where: string, part: WorkbookPart | undefined): boolean[] {
  if (!part) return [];
  const root = readXml(where, part.name, part.bytes);
  const formats = new Map<number, string>();
  for (const format of childrenOf(childOf(root, 'numFmts') ?? root, 'numFmt')) {
    formats.set(Number(attributeOf(format, 'numFmtId')), attributeOf(format, 'formatCode') ?? '');
  }
  return childrenOf(childOf(root, 'cellXfs') ?? root, 'xf').map((style) => {
    const id = Number(attributeOf(style, 'numFmtId') ?? 0);
    const code = formats.get(id);
    return code === undefined ? BUILT_IN.some(([from, to]) => id >= from && id <= to) : isDateFormat(code);
  });
}

/** True when the code of a format has a sign for a part of a date or a time. */
function isDateFormat(code: string): boolean {
  const signs = code
    .replace(/"[^"]*"?/g, '')
    .replace(/[\\_*]./gs, '')
    .replace(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general/gi, '');
  return /[ymdhsb]/i.test(signs);
}
