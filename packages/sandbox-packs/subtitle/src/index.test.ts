import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as Subtitle from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { SUBTITLE_CALL_TIMEOUT_MS, SUBTITLE_MAX_TIME_MS } from './limits.js';

// The guest's types describe this entry.
const { parse, stringify } = index as unknown as typeof Subtitle;

describe('parse', () => {
  it('reads SRT', async () => {
    expect(await parse('1\n00:00:01,000 --> 00:00:02,500\nHello\nworld\n')).toEqual([
      { start: 1000, end: 2500, text: 'Hello\nworld', id: '1' },
    ]);
  });

  it('reads SRT as it is found', async () => {
    const text =
      '\ufeff\r\n\r\n00:00:01.000-->00:00:02,000 X1:40 X2:600 \r\n<i>a</i>\r\n \r\n\r\n' +
      ' 7 \r\n 0:00:03,000  -->  100:00:04,001\r\n\t\r\n8\r00:00:05,000 --> 00:00:06,000\r- b --> c\r- d &amp; e';
    expect(await parse(text)).toEqual([
      { start: 1000, end: 2000, text: '<i>a</i>', settings: 'X1:40 X2:600' },
      { start: 3000, end: 360_004_001, text: '', id: '7' },
      { start: 5000, end: 6000, text: '- b --> c\n- d &amp; e', id: '8' },
    ]);
  });

  it('reads WebVTT', async () => {
    expect(await parse('WEBVTT\n\nNOTE x\n\nid1\n00:01.000 --> 00:02.000 align:start\nHi\n')).toEqual([
      { start: 1000, end: 2000, text: 'Hi', id: 'id1', settings: 'align:start' },
    ]);
  });

  it('reads WebVTT with all that is not a cue', async () => {
    const text = [
      '\ufeffWEBVTT - title\nKind: captions\nLanguage: en',
      'STYLE\n::cue { color: red }',
      'REGION\nid:fred\nwidth:40%',
      'NOTE\nover two\nlines',
      '00:01.000 --> 00:02,000\n<v Ada>a &lt; b&nbsp;&amp;\n \nNOTE is text here',
      'NOTE of a cue\n01:00:00.000 --> 01:00:01.000 line:0 position:20%\nb',
      'STYLE\n02:00.000 --> 02:01.000',
    ].join('\n\n');
    expect(await parse(text)).toEqual([
      { start: 1000, end: 2000, text: '<v Ada>a &lt; b&nbsp;&amp;\n \nNOTE is text here' },
      { start: 3_600_000, end: 3_601_000, text: 'b', id: 'NOTE of a cue', settings: 'line:0 position:20%' },
      { start: 120_000, end: 121_000, text: '', id: 'STYLE' },
    ]);
    expect(await parse('WEBVTT\n00:01.000 --> 00:02.000\na')).toEqual([{ start: 1000, end: 2000, text: 'a' }]);
  });

  it('finds nothing in blank text and in WebVTT without cues', async () => {
    for (const text of ['', ' \r\n\t', '\ufeff', 'WEBVTT', 'WEBVTT\n\nNOTE x\n']) expect(await parse(text)).toEqual([]);
  });

  it.each([
    ['hello', 'line 1: there is no cue'],
    ['\n\nhello\n', 'line 1: there is no cue'],
    ['{"a":1}', 'line 1: there is no cue'],
    ['1\n00:00:01,000 --> 00:00:02\na', 'line 2: the time line cannot be read: "00:00:01,000 --> 00:00:02"'],
    ['1\n00:00:01,000 -> 00:00:02,000\na-->b', 'line 2: a time line is missing: "00:00:01,000 -> 00:00:02,000"'],
    ['1\n00:00:61,000 --> 00:00:62,000', 'line 2: the time line cannot be read'],
    ['1\n00:01,000 --> 00:02,000', 'line 2: the time line cannot be read'],
    ['1\n00:00:01,000 --> 00:00:02,000x\na', 'line 2: the time line cannot be read'],
    ['1\n00:00:01,000 --> 00:00:02,000\na\n\nlost text\n', 'line 5: a time line is missing: "lost text"'],
    ['1\n00:00:01,000 --> 00:00:02,000\na\n2\n00:00:03,000 --> 00:00:04,000', 'line 5: a time line has no blank line'],
    ['WEBVTT\n\nx\ny\n00:01.000 --> 00:02.000', 'line 4: a time line is missing: "y"'],
    ['WEBVTTX\n\n00:01.000 --> 00:02.000', 'line 1: a time line is missing: "WEBVTTX"'],
  ])('names the line in %j', async (text, message) => {
    await expect(parse(text)).rejects.toMatchObject({
      name: 'PackFormatError',
      code: 'subtitle.bad-format',
      message: expect.stringContaining(`subtitle.parse: ${message}`),
    });
  });
});

describe('stringify', () => {
  const cues = [
    { start: 1000, end: 2500, text: 'Hi' },
    { start: 3_661_001, end: 3_662_000, text: 'Yo' },
  ];

  it('writes SRT', async () => {
    expect(await stringify(cues)).toBe(
      '1\n00:00:01,000 --> 00:00:02,500\nHi\n\n2\n01:01:01,001 --> 01:01:02,000\nYo\n',
    );
  });

  it('writes WebVTT with settings', async () => {
    expect(await stringify(cues, { format: 'WebVTT' })).toBe(
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHi\n\n2\n01:01:01.001 --> 01:01:02.000\nYo\n',
    );
    const cue = { start: 0.4, end: 999.6, text: 'a\r\nb', id: 'x', settings: ' align:start ' };
    expect(await stringify([cue], { format: 'WebVTT' })).toBe(
      'WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.000 align:start\na\nb\n',
    );
    expect(await stringify([cue])).toBe('1\n00:00:00,000 --> 00:00:01,000\na\nb\n');
  });

  it('writes nothing, no text and many hours', async () => {
    expect([await stringify([]), await stringify([], { format: 'WebVTT' })]).toEqual(['', 'WEBVTT\n']);
    expect(await stringify([{ start: 0, end: SUBTITLE_MAX_TIME_MS, text: '' }])).toBe(
      '1\n00:00:00,000 --> 999999:59:59,999\n',
    );
  });

  it('gives back what it read', async () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => text.trim() !== '' && !/[\r\n]|-->/.test(text));
    const cue = fc
      .tuple(fc.nat(400_000_000), fc.nat(10_000), fc.array(line, { maxLength: 3 }))
      .map(([start, length, lines]) => ({ start, end: start + length, text: lines.join('\n') }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(cue, { maxLength: 5 }),
        fc.constantFrom('SRT' as const, 'WebVTT' as const),
        async (list, format) => {
          const numbered = list.map((entry, at) => ({ ...entry, id: String(at + 1) }));
          expect(await parse(await stringify(list, { format }))).toEqual(numbered);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['subtitle'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(SUBTITLE_CALL_TIMEOUT_MS);
  });
});
