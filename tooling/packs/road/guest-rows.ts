/**
 * Programs over the packs that run in the guest.
 * @module
 */
import { type RoadRow, row } from './row.js';

/** One program for each module, results from outside the libraries. */
export const GUEST_ROWS: readonly RoadRow[] = [
  row(
    'dates',
    `import { addMonths, format, getISOWeek, parseISO } from 'PACK';
     const due = addMonths(parseISO('2024-01-31'), 1);
     return [format(due, 'yyyy-MM-dd'), getISOWeek(new Date(Date.UTC(2021, 0, 3)))];`,
    ['2024-02-29', 53],
  ),
  row(
    'dates/locale',
    `import { de } from 'PACK'; import { format } from '@nodetool-ai/sandbox-dates';
     return format(new Date(Date.UTC(2024, 1, 29)), 'PPPP', { locale: de });`,
    'Donnerstag, 29. Februar 2024',
  ),
  row(
    'yaml',
    `import yaml from 'PACK';
     return [yaml.load('x: &x {a: 1}\\ny:\\n  <<: *x\\n  b: 2').y, yaml.dump({ name: 'x', tags: ['a'] })];`,
    [{ a: 1, b: 2 }, 'name: x\ntags:\n  - a\n'],
  ),
  row(
    'markdown',
    `import { marked } from 'PACK'; return marked.parse('# Title\\n\\na *b* **c**\\n');`,
    '<h1>Title</h1>\n<p>a <em>b</em> <strong>c</strong></p>\n',
  ),
  row(
    'qr',
    `import { encode } from 'PACK';
     const { size, data } = encode('HELLO WORLD', { ecc: 'Q', border: 0 });
     return [size, data.flat().filter(Boolean).length, data[0].map(Number).join('')];`,
    [21, 218, '111111101100001111111'],
  ),
  row(
    'color',
    `import { formatHex, wcagContrast } from 'PACK';
     return [formatHex('rebeccapurple'), wcagContrast('#000', '#fff')];`,
    ['#663399', 21],
  ),
  row(
    'decimal',
    `import Decimal from 'PACK';
     return [new Decimal('0.1').plus('0.2').toString(), new Decimal(2).sqrt().toString()];`,
    ['0.3', '1.4142135623730950488'],
  ),
  row(
    'jmespath',
    `import jmespath from 'PACK';
     return jmespath.search([{ name: 'Seattle', state: 'WA' }, { name: 'Bellevue', state: 'WA' }, { name: 'Portland', state: 'OR' }],
       "[?state == 'WA'].name | sort(@) | join(', ', @)");`,
    'Bellevue, Seattle',
  ),
  row(
    'stats',
    `import { mean, median, sampleStandardDeviation, standardDeviation } from 'PACK';
     const xs = [2, 4, 4, 4, 5, 5, 7, 9];
     return [mean(xs), median(xs), standardDeviation(xs), sampleStandardDeviation(xs).toFixed(9)];`,
    [5, 4.5, 2, '2.138089935'],
  ),
  row(
    'rrule',
    `import { rrulestr } from 'PACK';
     return rrulestr('DTSTART:20240101T100000Z\\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=4').all().map((date) => date.toISOString().slice(0, 13));`,
    ['2024-01-26T10', '2024-02-23T10', '2024-03-29T10', '2024-04-26T10'],
  ),
  row(
    'gif',
    `import { GIFEncoder, applyPalette, quantize } from 'PACK';
     const rgba = new Uint8Array(64);
     for (let at = 0; at < 16; at++) rgba.set(at % 2 === 0 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);
     const gif = GIFEncoder(); const palette = quantize(rgba, 2);
     gif.writeFrame(applyPalette(rgba, palette), 4, 4, { palette }); gif.finish();
     const bytes = gif.bytes();
     return [bytes.length, String.fromCharCode(...bytes.slice(0, 6)), bytes[6], bytes[8]];`,
    [71, 'GIF89a', 4, 4],
  ),
  row(
    'dsl',
    `import { workflow } from 'PACK';
     import { stringInput } from 'PACK/nodetool.input';
     import { concat } from 'PACK/nodetool.text';
     import { output as out } from 'PACK/nodetool.output';
     const name = stringInput({ name: 'who' });
     const { nodes, edges } = workflow(out({ name: 'greeting', value: concat({ a: 'Hello ', b: name.output() }).output() }));
     return [nodes.map((node) => node.id).sort(), edges.map((edge) => \`\${edge.source}.\${edge.sourceHandle} > \${edge.target}.\${edge.targetHandle}\`).sort()];`,
    [
      ['concat', 'output', 'string_input'],
      ['concat.output > output.value', 'string_input.output > concat.b'],
    ],
  ),
  row(
    'flow',
    `import { callNode } from 'PACK';
     return callNode('nodetool.text.Concat', { a: 'x', b: 'y' }).then(String, (error) => error.message.includes('flow is not available'));`,
    true,
  ),
];
