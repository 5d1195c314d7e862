/**
 * Programs over the packs whose library runs on the host.
 * @module
 */
import { type RoadRow, row } from './row.js';

const HELLO_ZIP =
  'UEsDBBQAAAAAAAAAIQCsKpPYAgAAAAIAAAAFAAAAYS50eHRoaVBLAQIUAxQAAAAAAAAAIQCsKpPYAgAAAAIAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAlAAAAAAA=';

/** One program for each pack. */
export const HOST_ROWS: readonly RoadRow[] = [
  row(
    'csv',
    `import { parse, stringify } from 'PACK';
     return [await parse('\\ufeffa;b\\n1,5;2\\n'), await stringify([{ a: 1 }, { b: 2 }])];`,
    [[{ a: '1,5', b: '2' }], 'a,b\n1,\n,2'],
  ),
  row(
    'html',
    `import { select, toMarkdown } from 'PACK';
     return [await select('<ul><li>One</li><li>Two <b>x</b></li></ul>', 'li'), await toMarkdown('<h1>T</h1><p>a <strong>b</strong></p>')];`,
    [['One', 'Two x'], '# T\n\na **b**'],
  ),
  row('xml', `import { parse } from 'PACK'; return parse("<r a='&#65;'><i>007</i><i>x &amp; y</i></r>");`, {
    r: { i: ['007', 'x & y'], '@_a': 'A' },
  }),
  row(
    'xlsx',
    `import { parse, write } from 'PACK';
     return parse(await write({ Costs: [{ item: 'a', usd: 1.5 }, { item: 'b', note: 'x' }] }), { sheet: 'Costs' });`,
    [
      { item: 'a', usd: 1.5, note: null },
      { item: 'b', usd: null, note: 'x' },
    ],
  ),
  row(
    'diff',
    `import { unified } from 'PACK'; return (await unified('x\\ny\\nz\\n', 'x\\nY\\nz\\n')).split('\\n').slice(3).join('\\n');`,
    '@@ -1,3 +1,3 @@\n x\n-y\n+Y\n z\n',
  ),
  row(
    'zip',
    `import { unzip, zip } from 'PACK';
     const files = await unzip(fromBase64('${HELLO_ZIP}'));
     const again = await unzip(await zip({ 'n.txt': 'two' }));
     return [Object.keys(files), new TextDecoder().decode(files['a.txt']), new TextDecoder().decode(again['n.txt'])];`,
    [['a.txt'], 'hi', 'two'],
  ),
  row(
    'ocr',
    `import { recognize } from 'PACK'; import { render } from '@nodetool-ai/sandbox-fabric';
     const scan = await render({ width: 400, height: 100, backgroundColor: '#fff', objects: [
       { type: 'text', text: 'Invoice 4711', left: 20, top: 20, fontSize: 40, fontFamily: 'DejaVu Sans', fill: '#000' } ] });
     const { text, words } = await recognize(scan);
     return [text, words.map((word) => word.text), await recognize(new Uint8Array([1, 2, 3])).then(String, (error) => error.code)];`,
    ['Invoice 4711\n', ['Invoice', '4711'], 'ocr.bad-format'],
  ),
  row(
    'tfjs',
    `import { predict, train } from 'PACK';
     const x = { shape: [6, 1], data: [-1, 0, 1, 2, 3, 4] }; const y = { shape: [6, 1], data: [-3, -1, 1, 3, 5, 7] };
     const { model } = await train({ layers: [{ type: 'dense', units: 1 }], loss: 'meanSquaredError', optimizer: { type: 'sgd', learningRate: 0.1 }, epochs: 200, batchSize: 6 }, { x, y });
     const [answer] = await predict(model, { shape: [1, 1], data: [10] });
     return Math.abs(answer.data[0] - 19) < 0.01;`,
    true,
  ),
  row(
    'docx',
    `import { build } from 'PACK'; import { extractRawText } from '@nodetool-ai/sandbox-mammoth';
     return extractRawText(await build({ elements: [{ type: 'heading', text: 'Head' }, { type: 'paragraph', text: 'Bold & <x>', bold: true }] }));`,
    'Head\n\nBold & <x>',
  ),
  row(
    'mammoth',
    `import { convertToHtml } from 'PACK'; import { build } from '@nodetool-ai/sandbox-docx';
     return convertToHtml(await build({ elements: [{ type: 'heading', text: 'Head' }, { type: 'paragraph', text: 'Bold', bold: true }] }));`,
    '<h1>Head</h1><p><strong>Bold</strong></p>',
  ),
  row(
    'epub',
    `import { extractChapters, metadata } from 'PACK'; import { zip } from '@nodetool-ai/sandbox-zip';
     const book = await zip({
       mimetype: 'application/epub+zip',
       'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
       'OEBPS/book.opf': '<package version="3.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Test &amp; Book</dc:title></metadata><manifest><item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c1"/></spine></package>',
       'OEBPS/c1.xhtml': '<html><head><title>One</title></head><body><h1>Chapter 1</h1><p>First &amp; &#8212;</p></body></html>',
     });
     return [(await metadata(book)).title, (await extractChapters(book)).map(({ href, text }) => [href, text])];`,
    ['Test & Book', [['OEBPS/c1.xhtml', 'Chapter 1\nFirst & —']]],
  ),
  row(
    'fabric',
    `import { render } from 'PACK';
     const png = await render({ width: 200, height: 100, backgroundColor: '#fff', objects: [{ type: 'rect', left: 20, top: 10, width: 50, height: 30, fill: '#f00' }] });
     return [...png.slice(1, 4), png[19], png[23]];`,
    [80, 78, 71, 200, 100],
  ),
  row(
    'pdflib',
    `import { build, merge } from 'PACK';
     const one = await build({ pages: [{ items: [{ type: 'text', text: 'Hello PDF', x: 72, y: 72 }] }] });
     const both = await merge([one, one]);
     return [new TextDecoder().decode(one.slice(0, 5)), both.length > one.length];`,
    ['%PDF-', true],
  ),
  row(
    'pptxgen',
    `import { build } from 'PACK'; import { extractSlides } from '@nodetool-ai/sandbox-pptx';
     return extractSlides(await build({ slides: [{ items: [{ type: 'text', text: 'Hello PPTX' }] }, { items: [{ type: 'text', text: 'Two & <b>' }] }] }));`,
    [
      { index: 0, slideNumber: 1, text: 'Hello PPTX' },
      { index: 1, slideNumber: 2, text: 'Two & <b>' },
    ],
  ),
  row(
    'chrono',
    `import { parseDate } from 'PACK';
     return [await parseDate('next Tuesday at 3pm', '2024-05-15T12:00:00Z'), await parseDate('no date here', '2024-05-15T12:00:00Z')];`,
    ['2024-05-21T15:00:00.000Z', null],
  ),
  row(
    'exif',
    `import { parse } from 'PACK';
     return [await parse(new Uint8Array([0xff, 0xd8, 0xff, 0xd9])), await parse(new Uint8Array([1, 2, 3])).then(String, (error) => error.code)];`,
    [null, 'exif.unsupported'],
  ),
  row(
    'expr',
    `import { evaluate } from 'PACK'; return [await evaluate('2 * qty + fee', { qty: 3, fee: 1.5 }), await evaluate('f(x)=x*2; f(3)')];`,
    [7.5, 6],
  ),
  row(
    'ics',
    `import { createEvent } from 'PACK';
     const text = await createEvent({ title: 'Lunch, with; team', start: [2024, 8, 15, 10, 0], duration: { hours: 1 }, uid: 'u1@x' });
     return ['SUMMARY:Lunch\\\\, with\\\\; team', 'DTSTART:20240815T100000Z', 'DURATION:PT1H', 'UID:u1@x'].map((line) => text.includes(line + '\\r\\n'));`,
    [true, true, true, true],
  ),
  row(
    'subtitle',
    `import { parse, stringify } from 'PACK';
     const cues = await parse('1\\n00:00:01,000 --> 00:00:02,500\\nHello\\nworld\\n');
     return [cues, await stringify([{ start: 1000, end: 2500, text: 'Hi' }], { format: 'WebVTT' })];`,
    [[{ start: 1000, end: 2500, text: 'Hello\nworld', id: '1' }], 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHi\n'],
  ),
  row(
    'tokens',
    `import { count, encode } from 'PACK'; return [await encode('hello world'), await count('The quick brown fox jumps over the lazy dog.')];`,
    [[15339, 1917], 10],
  ),
  row(
    'pptx',
    `import { extractText } from 'PACK'; import { build } from '@nodetool-ai/sandbox-pptxgen';
     return extractText(await build({ slides: [{ items: [{ type: 'text', text: 'One' }] }, { items: [{ type: 'text', text: 'Two' }] }] }));`,
    'One\n\nTwo',
  ),
  row(
    'pdf',
    `import { extractPages } from 'PACK'; import { build } from '@nodetool-ai/sandbox-pdflib';
     const page = (text) => ({ items: [{ type: 'text', text, x: 72, y: 72 }] });
     return (await extractPages(await build({ pages: [page('Hello PDF'), page('Second')] }))).map(({ pageNumber, text }) => [pageNumber, text]);`,
    [
      [1, 'Hello PDF'],
      [2, 'Second'],
    ],
  ),
  row(
    'aws',
    `import { sigv4 } from 'PACK';
     const { headers } = await sigv4({ url: 'https://examplebucket.s3.amazonaws.com/test.txt', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', headers: { range: 'bytes=0-9' }, date: '2013-05-24T00:00:00Z' });
     const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')[1];
     return authorization.split('Signature=')[1];`,
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ),
  row(
    'notion',
    `import { request, toMarkdown } from 'PACK';
     const { url, method } = await request({ token: 't', path: 'search', method: 'post', body: { query: 'x' } });
     return [url, method, await toMarkdown([{ type: 'heading_2', heading_2: { rich_text: [{ plain_text: 'A' }] } }])];`,
    ['https://api.notion.com/v1/search', 'POST', '## A'],
  ),
  row(
    'supabase',
    `import { from } from 'PACK';
     return (await from({ url: 'https://p.supabase.co', key: 'k', table: 'my table', filters: { age: { gte: 18, lt: 65 } }, order: 'id.desc', limit: 5 })).url;`,
    'https://p.supabase.co/rest/v1/my%20table?age=gte.18&age=lt.65&order=id.desc&limit=5',
  ),
  row(
    'twilio',
    `import { request } from 'PACK';
     const { url, headers, body } = await request({ accountSid: 'AC1', authToken: 'tok', path: 'Messages.json', method: 'POST', params: { To: '+1555', Body: 'a b&c' } });
     return [url, headers.Authorization, body];`,
    ['https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json', 'Basic QUMxOnRvaw==', 'To=%2B1555&Body=a+b%26c'],
  ),
];
