import { functions } from '@nodetool-ai/sandbox-mammoth/host';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { sample } from './samples.js';

const call = hostCaller('mammoth', functions);
const text = (path: string) => call('extractRawText', sample(path)) as Promise<string>;
const html = (path: string) => call('convertToHtml', sample(path)) as Promise<string>;
const TEST_DATA = 'mammoth/test/test-data';

// Facts: what python-docx reads of the same files, or the text runs in their document part.
describe('Word documents of other programs', () => {
  it.each([
    ['single-paragraph', 'Walking on imported air'],
    ['embedded-style-map', 'Walking on imported air'],
    ['comments', 'Ouch.'],
    ['endnotes', 'Ouch.'],
    ['footnotes', 'Ouch.'],
    ['simple-list', 'Apple\n\nBanana'],
    ['strikethrough', "Today's Special: Salmon Sold out"],
    ['underline', 'The Sunset Tree'],
    ['utf8-bom', 'This XML has a byte order mark.'],
    ['strict-format', 'Test'],
    ['tables', 'Above\n\nTop left\n\nTop right\n\nBottom left\n\nBottom right\n\nBelow'],
    ['empty', ''],
    ['tiny-picture', ''],
  ])('%s.docx', async (name, expected) => {
    // Notes follow the text; they are not part of the paragraph.
    expect((await text(`${TEST_DATA}/${name}.docx`)).split('\n\n[')[0]?.startsWith(expected)).toBe(true);
    if (!name.endsWith('notes')) expect(await text(`${TEST_DATA}/${name}.docx`)).toBe(expected);
  });

  it('a list, a table and struck-out text keep their shape', async () => {
    expect(await html(`${TEST_DATA}/simple-list.docx`)).toBe('<ul><li>Apple</li><li>Banana</li></ul>');
    expect(await html(`${TEST_DATA}/tables.docx`)).toContain('<td><p>Bottom right</p></td>');
    expect(await html(`${TEST_DATA}/strikethrough.docx`)).toContain('<s>');
    expect(await html(`${TEST_DATA}/text-box.docx`)).toContain('Datum plane');
  });

  it.each(['tiny-picture', 'tiny-picture-target-base-relative'])('%s.docx carries its picture', async (name) => {
    expect(await html(`${TEST_DATA}/${name}.docx`)).toMatch(/<img [^>]*src="data:image\/png;base64,iVBOR/);
  });

  it('a picture outside the document is not fetched', async () => {
    expect(await html(`${TEST_DATA}/external-picture.docx`)).not.toMatch(/src="(?!data:)/);
  });

  it('six times the quick brown fox', async () => {
    const found = (await text('docx4js/__tests__/files/loader.docx')).match(
      /The quick brown fox jumps over the lazy dog\./g,
    );
    expect(found).toHaveLength(6);
    expect(await text('docx4js/templates/blank.docx')).toBe('');
  });
});
