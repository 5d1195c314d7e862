import { type RawEntry, rawArchive } from '@nodetool-ai/sandbox-pack-kit/testing';

/** Parts of a workbook as XML; a sheet is what stands inside `<worksheet>`. */
export interface RawWorkbook {
  sheets?: Record<string, string>;
  sharedStrings?: string;
  styles?: string;
  workbookPr?: string;
  /** More entries of the archive. */
  others?: RawEntry[];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Entries of a workbook, written by hand. */
export function rawEntries(raw: RawWorkbook): RawEntry[] {
  const sheets = Object.entries(raw.sheets ?? { Sheet1: '<sheetData/>' });
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATION}/${kind}" Target="${target}"/>`;
  const relations = (list: string[]): string => `<Relationships>${list.join('')}</Relationships>`;
  const named = sheets.map(([name], at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"/>`);
  return [
    { name: '_rels/.rels', data: relations([relation('r', 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><workbookPr ${raw.workbookPr ?? ''}/><sheets>${named.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations([
        ...sheets.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        ...(raw.sharedStrings === undefined ? [] : [relation('t', 'sharedStrings', 'sharedStrings.xml')]),
        ...(raw.styles === undefined ? [] : [relation('y', 'styles', '/xl/styles.xml')]),
      ]),
    },
    ...sheets.map(([, xml], at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      data: `<worksheet xmlns="${MAIN}">${xml}</worksheet>`,
    })),
    ...(raw.sharedStrings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', data: `<sst>${raw.sharedStrings}</sst>` }]),
    ...(raw.styles === undefined ? [] : [{ name: 'xl/styles.xml', data: `<styleSheet>${raw.styles}</styleSheet>` }]),
    ...(raw.others ?? []),
  ];
}

/** Bytes of a workbook, written by hand. */
export function rawWorkbook(raw: RawWorkbook): Uint8Array {
  return rawArchive(rawEntries(raw));
}
