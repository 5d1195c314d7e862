/**
 * Hostile inputs, built with real bytes.
 * @module
 */
import { deflateRawSync } from 'node:zlib';
import { type Zippable, zipSync } from 'fflate';

const MIB = 1024 * 1024;

/** A ZIP whose one entry `name` inflates to 60 MiB, beside the given files. */
export function bomb(name: string, others: Record<string, string> = {}): Uint8Array {
  const files: Zippable = { [name]: [new Uint8Array(60 * MIB), { level: 9 }] };
  for (const [path, text] of Object.entries(others)) files[path] = new TextEncoder().encode(text);
  return zipSync(files);
}

/** A ZIP of 20 000 empty files. */
export function manyEntries(): Uint8Array {
  const files: Zippable = {};
  for (let at = 0; at < 20_000; at += 1) files[`f${at}`] = [new Uint8Array(0), { level: 0 }];
  return zipSync(files);
}

/** A ZIP whose directory says that its entry has 5 bytes, where 23 come out. */
export function forgedSize(): Uint8Array {
  const bytes = zipSync({ 'a.txt': new TextEncoder().encode('twenty-three characters') });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 4 <= bytes.length; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, 5, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, 5, true);
  }
  return bytes;
}

/** A workbook made by hand: one sheet with the given inside of its `worksheet` element. */
export function workbook(inside: string): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${inside}</worksheet>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)])),
  );
}

/** A PNG header that claims a size, with nothing behind it. */
export function pngHeader(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(57);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  bytes.set([8, 2, 0, 0, 0], 24);
  return bytes;
}

/** A PDF with 10 000 empty pages, or whose pages object names itself. */
export function pdf(kind: 'many pages' | 'endless references' | 'huge content'): Uint8Array {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>'];
  if (kind === 'endless references') objects.push('<< /Type /Pages /Kids [2 0 R] /Count 1 >>');
  else {
    const count = kind === 'many pages' ? 10_000 : 1;
    const kids = Array.from({ length: count }, (_, at) => `${at + 3} 0 R`).join(' ');
    objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${count} /MediaBox [0 0 100 100] >>`);
    const content = kind === 'huge content' ? ' /Contents 4 0 R' : '';
    for (let at = 0; at < count; at += 1) objects.push(`<< /Type /Page /Parent 2 0 R${content} >>`);
  }
  const parts = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  for (const [at, body] of objects.entries()) {
    offsets.push(length);
    add(`${at + 1} 0 obj\n${body}\nendobj\n`);
  }
  if (kind === 'huge content') {
    offsets.push(length);
    const packed = deflateRawSync(Buffer.from(`${'BT /F1 1 Tf (aaaaaaaa) Tj ET\n'.repeat(2_000_000)}`), { level: 9 });
    const zlib = Buffer.concat([Buffer.from([0x78, 0xda]), packed, Buffer.alloc(4)]);
    add(
      `4 0 obj\n<< /Filter /FlateDecode /Length ${zlib.length} >>\nstream\n${zlib.toString('latin1')}\nendstream\nendobj\n`,
    );
  }
  const xref = length;
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`);
  add(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF`);
  return new Uint8Array(Buffer.from(parts.join(''), 'latin1'));
}
