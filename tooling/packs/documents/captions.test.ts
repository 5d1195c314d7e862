import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { functions } from '@nodetool-ai/sandbox-subtitle/host';
import { describe, expect, it } from 'vitest';
import { sampleText } from './samples.js';

const call = hostCaller('subtitle', functions);
type Cue = { start: number; end: number; text: string; id?: string; settings?: string };
const parse = (path: string) => call('parse', sampleText(path)) as Promise<Cue[]>;

// Facts: read by eye in the files, cues counted by their arrows.
describe('captions of other programs', () => {
  it('SRT with two lines in a cue', async () => {
    const cues = await parse('subsrt/test/fixtures/sample.srt');
    expect(cues).toHaveLength(5);
    expect(cues[0]).toMatchObject({ id: '1', start: 599, end: 4160 });
    expect(cues[2]?.text).toBe(">> ALICE: Today we'll be teaching you how to make\nour famous chocolate chip cookies!");
  });

  it('WebVTT with notes, a style block, names and short times', async () => {
    const cues = await parse('subsrt/test/fixtures/sample.vtt');
    expect(cues.map(({ start, end, id }) => [start, end, id])).toEqual([
      [1000, 4000, undefined],
      [5000, 9000, undefined],
      [20_000, 22_000, 'test'],
      [22_000, 24_000, '123'],
      [24_000, 30_000, 'crédit de transcription'],
    ]);
    expect(cues[3]?.text).toBe('That’s an, an, that’s an L!');
  });

  it('an SRT file without a last line break', async () => {
    expect(await parse('subtitles-parser/test/test.srt')).toEqual([
      { id: '1', start: 2000, end: 6000, text: 'Subtitle 1.1\nSubtitle 1.2' },
      { id: '2', start: 28_967, end: 5_430_958, text: 'Subtitle 2.1\nSubtitle 2.2' },
    ]);
  });

  it('captions of a video site, with settings and times inside the text', async () => {
    const cues = await parse('vtt-to-json/examples/meow.en.vtt');
    expect(cues).toHaveLength(15);
    expect(cues[0]).toMatchObject({ start: 0, end: 820, settings: 'align:start position:0%' });
    expect(cues.at(-1)).toMatchObject({ start: 12_210, end: 13_279 });
    expect(cues.at(-1)?.text).toContain('<c.colorCCCCCC><00:00:12.480><c> endorsement</c></c>');
  });
});
