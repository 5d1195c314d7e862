/**
 * Tables of WordprocessingML, written here: the library's objects for 250 000 cells take more memory than a worker has.
 * @module
 */
import { escapeXml } from '@nodetool-ai/sandbox-pack-kit/office';

/** Width of the text on a page, in twentieths of a point. */
const TEXT_WIDTH = 9360;

const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
  .join('');

/**
 * One table over the width of the text; every row has as many cells as the widest.
 * @param hasHeader the first row is bold and comes again on every page
 */
export function tableXml(rows: readonly (readonly string[])[], hasHeader: boolean): string {
  const columns = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const width = Math.floor(TEXT_WIDTH / columns);
  const grid = `<w:gridCol w:w="${width}"/>`.repeat(columns);
  const lines = rows.map((row, at) => rowXml(row, columns, width, hasHeader && at === 0));
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${BORDERS}</w:tblBorders></w:tblPr>` +
    `<w:tblGrid>${grid}</w:tblGrid>${lines.join('')}</w:tbl>`
  );
}

function rowXml(row: readonly string[], columns: number, width: number, isHeader: boolean): string {
  const cells = Array.from({ length: columns }, (_, at) => cellXml(row[at] ?? '', width, isHeader));
  return `<w:tr>${isHeader ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.join('')}</w:tr>`;
}

function cellXml(text: string, width: number, isHeader: boolean): string {
  const bold = isHeader ? '<w:rPr><w:b/><w:bCs/></w:rPr>' : '';
  const run = text === '' ? '' : `<w:r>${bold}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p>${run}</w:p></w:tc>`;
}
