/**
 * The hostile cases that could hold a host, one program each. What is wrong in kind alone is tested in each pack.
 * @module
 */
import { bomb, forgedSize, manyEntries, pdf, pngHeader, workbook } from './inputs.js';
import type { HostileRow } from './row.js';

const TEXT_CAP = 5_242_880;
const BYTES_CAP = 10_485_760;

const archives: [id: string, code: string, part: string][] = [
  ['zip', "import { unzip as read } from 'PACK'; return read(input);", 'big.bin'],
  ['xlsx', "import { parse as read } from 'PACK'; return read(input);", 'xl/workbook.xml'],
  ['mammoth', "import { extractRawText as read } from 'PACK'; return read(input);", 'word/document.xml'],
  ['epub', "import { extractText as read } from 'PACK'; return read(input);", 'META-INF/container.xml'],
  ['pptx', "import { extractText as read } from 'PACK'; return read(input);", 'ppt/presentation.xml'],
];
const readers: [id: string, code: string][] = [
  ...archives.map(([id, code]): [string, string] => [id, code]),
  ['pdf', "import { extractText } from 'PACK'; return extractText(input);"],
  ['exif', "import { parse } from 'PACK'; return parse(input);"],
  ['pdflib', "import { merge } from 'PACK'; return (await merge([input])).length;"],
  ['ocr', "import { recognize } from 'PACK'; return recognize(input);"],
  ['tfjs', "import { detect } from 'PACK'; return detect(input);"],
];
const textReaders: [id: string, code: string][] = [
  ['csv', "import { parse } from 'PACK'; return (await parse(input)).length;"],
  ['html', "import { toText } from 'PACK'; return (await toText(input)).length;"],
  ['xml', "import { parse } from 'PACK'; return Object.keys(await parse(input)).length;"],
  ['diff', "import { unified } from 'PACK'; return (await unified(input, 'x')).length;"],
  ['subtitle', "import { parse } from 'PACK'; return (await parse(input)).length;"],
  ['tokens', "import { count } from 'PACK'; return count(input);"],
  ['chrono', "import { parse } from 'PACK'; return (await parse(input)).length;"],
  ['expr', "import { evaluate } from 'PACK'; return evaluate(input);"],
  ['fabric', "import { loadSVG } from 'PACK'; return Object.keys(await loadSVG(input)).length;"],
];
const codeOf = new Map([...textReaders, ...readers]);
const on = (
  id: string,
  name: string,
  ends: readonly string[],
  rest: Omit<HostileRow, 'id' | 'name' | 'ends' | 'code'> & { code?: string },
): HostileRow => ({
  id,
  name,
  ends: ends.map((end) => (end === 'answer' || /^[A-Z]/.test(end) ? end : `${id}.${end}`)),
  ...rest,
  code: (rest.code ?? codeOf.get(id) ?? '').replaceAll('PACK', `@nodetool-ai/sandbox-${id}`),
});

/** Every case. */
export const HOSTILE_ROWS: readonly HostileRow[] = [
  ...textReaders.map(([id]) => on(id, 'text over its cap', ['too-large'], { input: () => 'a'.repeat(TEXT_CAP + 1) })),
  ...readers.map(([id]) =>
    on(id, 'bytes over their cap', ['too-large'], { input: () => new Uint8Array(BYTES_CAP + 1) }),
  ),
  ...archives.map(([id, , part]) =>
    on(id, '60 MiB of zeros', ['inflated-too-large'], {
      input: () => bomb(part, { '[Content_Types].xml': '<Types/>', mimetype: 'application/epub+zip' }),
    }),
  ),
  ...archives.map(([id]) => on(id, '20 000 entries', ['too-many'], { input: manyEntries })),
  ...archives.map(([id]) => on(id, 'a forged small size', ['bad-format'], { input: forgedSize })),
  ...['ocr', 'tfjs'].flatMap((id) => [
    on(id, 'a picture of 1 × 60 000', ['too-large'], { input: () => pngHeader(1, 60_000) }),
    on(id, 'a header that says 16 000 × 16 000', ['too-large'], { input: () => pngHeader(16_000, 16_000) }),
  ]),
  on('xml', 'an entity bomb', ['bad-format', 'unsupported', 'answer'], {
    input: () =>
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`).join('')}]><r>&j;</r>`,
    code: "import { parse } from 'PACK'; return JSON.stringify(await parse(input)).length < 1000 || 'grown';",
  }),
  on('xml', 'an external entity', ['bad-format', 'unsupported'], {
    input: () => '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r>&x;</r>',
  }),
  on('xml', 'a depth of 100 000', ['too-deep', 'bad-format'], {
    input: () => `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`,
  }),
  on('xml', '300 000 references', ['answer'], { input: () => `<r>${'&amp;'.repeat(300_000)}</r>` }),
  on('xml', 'an attribute of 1 MiB', ['answer'], { input: () => `<r a="${'x'.repeat(1024 * 1024)}"/>` }),
  on('html', 'a depth of 20 000', ['too-deep'], { input: () => '<b>'.repeat(20_000) }),
  on('html', '1 MB of <', ['answer', 'too-large'], { input: () => '<'.repeat(1_000_000) }),
  on('html', 'nested :has over 20 000 elements', ['answer', 'timeout', 'too-many', 'bad-argument'], {
    input: () => '<p><i></i></p>'.repeat(10_000),
    code: "import { select } from 'PACK'; return (await select(input, ':has(:has(:has(*)))')).length;",
  }),
  on('csv', '1 000 001 cells', ['too-many'], { input: () => `${'1,'.repeat(999)}1\n`.repeat(1000) + '1\n' }),
  on('csv', '5 MB after a lone quote', ['bad-format'], { input: () => `"${'a,b\n'.repeat(1_300_000)}` }),
  on('xlsx', 'one cell at XFD1048576', ['answer'], {
    input: () => workbook('<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
    code: "import { parse } from 'PACK'; return Object.keys(await parse(input, { header: false })).length;",
  }),
  on('xlsx', 'a validation over billions of cells', ['answer'], {
    input: () =>
      workbook(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><dataValidations count="1"><dataValidation type="whole" sqref="N1:XFD1048576"><formula1>1</formula1></dataValidation></dataValidations>',
      ),
  }),
  on('xlsx', 'everything merged', ['answer', 'too-many'], {
    input: () =>
      workbook(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
      ),
  }),
  on('xlsx', 'a style over everything', ['too-many', 'bad-argument'], {
    code: "import { write } from 'PACK'; return (await write([{ name: 'S', rows: [{ a: 1 }], styles: [{ range: 'A1:XFD1048576', bold: true }] }])).length;",
  }),
  on('rrule', 'a rule without dates', ['TIMEOUT'], {
    code: "import { rrulestr } from 'PACK'; return rrulestr('DTSTART:20240101T000000Z\\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30').all().length;",
    timeoutMs: 2000,
  }),
  on('rrule', 'a thousand million dates', ['TIMEOUT', 'MEMORY'], {
    code: "import { rrulestr } from 'PACK'; return rrulestr('DTSTART:20240101T000000Z\\nRRULE:FREQ=SECONDLY;COUNT=1000000000').all().length;",
    timeoutMs: 2000,
  }),
  on('yaml', 'an alias bomb that is returned', ['TIMEOUT', 'MEMORY', 'RESULT_LIMIT', 'RESULT', 'answer'], {
    code: `import yaml from 'PACK';
      const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
      for (let at = 1; at < 8; at++) lines.push('a' + at + ': &a' + at + ' [' + Array(10).fill('*a' + (at - 1)).join(', ') + ']');
      return yaml.load(lines.join('\\n'));`,
    timeoutMs: 5000,
  }),
  on('markdown', '100 KB of [', ['TIMEOUT', 'MEMORY', 'answer'], {
    code: "import { marked } from 'PACK'; return marked.parse('['.repeat(100_000)).length;",
    timeoutMs: 5000,
  }),
  on('expr', 'a formula without end', ['timeout', 'too-deep', 'internal', 'bad-argument'], {
    input: () => 'f(x)=f(x);f(1)',
  }),
  on('expr', 'a formula whose work doubles', ['timeout', 'too-deep', 'too-many'], {
    input: () => 'f(x)=x<1 ? 1 : f(x-1)+f(x-1); f(60)',
  }),
  on('expr', 'a depth of 4000', ['too-deep', 'too-large', 'bad-format'], {
    input: () => `${'('.repeat(4000)}1${')'.repeat(4000)}`,
  }),
  on('tokens', '5 MiB of one letter', ['timeout', 'answer'], { input: () => 'a'.repeat(TEXT_CAP) }),
  on('chrono', '200 000 digits', ['answer', 'timeout'], { input: () => '1'.repeat(200_000) }),
  on('chrono', '"today" 6000 times', ['too-many'], { input: () => 'today '.repeat(6000) }),
  on('subtitle', '100 001 captions', ['too-many'], {
    input: () => '1\n00:00:01,000 --> 00:00:02,000\nx\n\n'.repeat(100_001),
  }),
  on('subtitle', 'times of 10^15 hours', ['bad-format', 'answer'], {
    input: () => '1\n1000000000000000:00:01,000 --> 1000000000000000:00:02,000\nx\n',
  }),
  on('diff', 'two texts of 20 000 unlike lines', ['answer', 'timeout'], {
    code: `import { unified } from 'PACK';
      const lines = (seed) => Array.from({ length: 20_000 }, () => String(seed = (seed * 48271) % 2147483647)).join('\\n');
      return (await unified(lines(1), lines(2))).length;`,
  }),
  on('pdf', '10 000 pages', ['too-many'], { input: () => pdf('many pages') }),
  on('pdf', 'pages that name themselves', ['bad-format', 'timeout', 'answer'], {
    input: () => pdf('endless references'),
  }),
  on('pdf', 'a content stream of 58 MB', ['too-large', 'timeout', 'internal'], {
    // It ends where the worker's memory does.
    input: () => pdf('huge content'),
  }),
  on('fabric', '20 000 objects', ['too-many'], {
    code: "import { render } from 'PACK'; return (await render({ objects: Array(20_000).fill({ type: 'rect', left: 0, top: 0, width: 1, height: 1 }) })).length;",
  }),
];
