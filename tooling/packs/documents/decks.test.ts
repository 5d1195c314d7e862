import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { functions } from '@nodetool-ai/sandbox-pptx/host';
import { describe, expect, it } from 'vitest';
import { sample } from './samples.js';

const call = hostCaller('pptx', functions);
const slides = async (path: string) =>
  ((await call('extractSlides', sample(path))) as { text: string; slideNumber: number }[]).map(({ text }) => text);

// Facts: the text runs of each slide part, in the order of the presentation part.
describe('decks of other programs', () => {
  it('Japanese text and an address', async () => {
    const [first, second, third, ...more] = await slides('pptx2json/fixtures/test.pptx');
    expect([first, second, more]).toEqual([
      expect.stringContaining('パワポ・テスト\n難しい髙'),
      expect.stringContaining('フォント メイリオ'),
      [],
    ]);
    expect(third).toContain('ありがとう \nございました');
    expect(third).toContain('someone@example.com');
  });

  it('words cut into runs stay whole', async () => {
    const [first, second, third, fourth, ...more] = await slides('pptxtemplater/test/template.pptx');
    expect(more).toEqual([]);
    expect(first?.split('\n')).toEqual(
      expect.arrayContaining(['{last_name}, {first_name}', '{phone}', '{description}']),
    );
    expect(third).toContain('{$split_this_content}');
    for (const table of [second, fourth]) expect(table).toContain('{#array;max_rows:15}{key}\t{value}{/array}');
  });

  it('two plain slides', async () => {
    expect((await slides('docx4js/__tests__/files/loader.pptx')).map((text) => text.split('\n'))).toEqual([
      ['hello', 'How are you doing'],
      ['Good moarning', 'This is a solution'],
    ]);
  });
});
