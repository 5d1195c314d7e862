/**
 * Finds the parts of a workbook.
 * @see ECMA-376, part 2
 * @module
 */
import { PackFormatError, PackInputError } from '@nodetool-ai/sandbox-pack-kit';
import { entryPath, readArchive, refuseOle } from '@nodetool-ai/sandbox-pack-kit/archive';
import { attributeOf, childOf, childrenOf, readXml } from '@nodetool-ai/sandbox-pack-kit/xml';

/** A part by its name in the package. */
export interface WorkbookPart {
  name: string;
  bytes: Uint8Array;
}

/** What is needed to read the cells. */
export interface OpenedWorkbook {
  /** In the order of the tabs. */
  sheets: { name: string; part: WorkbookPart }[];
  sharedStrings?: WorkbookPart;
  styles?: WorkbookPart;
  is1904: boolean;
}

interface Relation {
  id: string;
  /** Last segment of its type, such as `worksheet`. */
  kind: string;
  target: string;
}

/**
 * Opens a workbook.
 * @throws {PackFormatError} `xlsx.bad-format`, `xlsx.encrypted`
 * @throws {PackInputError} `xlsx.unsupported` for `.xls`, `.xlsb` and `.ods`
 */
export function openWorkbook(where: string, bytes: Uint8Array): OpenedWorkbook {
  refuseOle(where, bytes, { noun: 'workbook', oldEnding: '.xls', ending: '.xlsx' });
  const parts = new Parts(where, readArchive(where, bytes));
  refuseOthers(where, parts);
  const main = parts.relationsOf('').find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const workbook = parts.get(main);
  if (!workbook) {
    throw new PackFormatError(where, 'bad-format', 'the ZIP archive has no workbook in it', 'Pass an .xlsx file');
  }
  const relations = parts.relationsOf(workbook.name);
  const partOf = (kind: string): WorkbookPart | undefined => {
    const relation = relations.find((candidate) => candidate.kind === kind);
    return relation && parts.get(relation.target);
  };
  const root = readXml(where, workbook.name, workbook.bytes);
  const sheets: OpenedWorkbook['sheets'] = [];
  const names = new Set<string>();
  for (const sheet of childrenOf(childOf(root, 'sheets') ?? root, 'sheet')) {
    const name = attributeOf(sheet, 'name') ?? '';
    const id = [...sheet.attributes].find(([key]) => key.endsWith(':id'))?.[1];
    const relation = relations.find((candidate) => candidate.id === id);
    // Chart sheets and dialogs have no cells.
    if (relation && relation.kind !== 'worksheet') continue;
    const part = relation && parts.get(relation.target);
    if (!part) {
      throw new PackFormatError(where, 'bad-format', `the sheet ${quoted(name)} is missing`, 'Pass a whole .xlsx file');
    }
    if (names.has(name.toLowerCase())) {
      throw new PackFormatError(where, 'bad-format', `two sheets are named ${quoted(name)}`, 'Rename one of them');
    }
    names.add(name.toLowerCase());
    sheets.push({ name, part });
  }
  const [sharedStrings, styles] = [partOf('sharedStrings'), partOf('styles')];
  const flag = attributeOf(childOf(root, 'workbookPr') ?? root, 'date1904');
  return {
    sheets,
    is1904: flag === '1' || flag === 'true',
    ...(sharedStrings && { sharedStrings }),
    ...(styles && { styles }),
  };
}

class Parts {
  readonly #parts = new Map<string, WorkbookPart>();

  constructor(
    readonly where: string,
    files: Map<string, Uint8Array>,
  ) {
    // Part names do not differ by case.
    for (const [name, bytes] of files) this.#parts.set(keyOf(name), { name, bytes });
  }

  get(name: string): WorkbookPart | undefined {
    return this.#parts.get(keyOf(name));
  }

  /** Relations of a part, or of the package for `''`, with targets as names of parts. */
  relationsOf(name: string): Relation[] {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const part = this.get(`${folder}_rels/${name.slice(folder.length)}.rels`);
    if (!part) return [];
    return childrenOf(readXml(this.where, part.name, part.bytes), 'Relationship')
      .filter((relation) => attributeOf(relation, 'TargetMode') !== 'External')
      .map((relation) => ({
        id: attributeOf(relation, 'Id') ?? '',
        kind: (attributeOf(relation, 'Type') ?? '').split('/').at(-1) ?? '',
        target: entryPath(folder, attributeOf(relation, 'Target') ?? '') ?? '',
      }));
  }
}

function keyOf(name: string): string {
  return name.replace(/^\//, '').toLowerCase();
}

function refuseOthers(where: string, parts: Parts): void {
  const mimetype = parts.get('mimetype');
  const kind = mimetype ? new TextDecoder().decode(mimetype.bytes.subarray(0, 200)) : '';
  if (kind.includes('opendocument')) {
    const what = kind.includes('spreadsheet') ? 'an .ods spreadsheet' : 'a file';
    throw new PackInputError(where, 'unsupported', `this is ${what} of OpenDocument`, 'Save it as .xlsx');
  }
  if (parts.get('xl/workbook.bin')) {
    throw new PackInputError(where, 'unsupported', 'this is a binary .xlsb workbook', 'Save it as .xlsx');
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
