import { hostCaller, mutations, NOT_TEXT } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { SUBTITLE_MAX_CUES, SUBTITLE_MAX_TEXT_CHARS } from '../src/limits.js';

const call = hostCaller('subtitle', functions);
const cue = { start: 0, end: 1, text: 'a' };

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('stringify', [cue])).toBe('1\n00:00:00,000 --> 00:00:00,001\na\n');
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('subtitle under attack', () => {
  it.each(NOT_TEXT)('refuses %s in place of text', async (_name, value) => {
    await expect(call('parse', value)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'subtitle.bad-argument',
      message: expect.stringContaining('subtitle.parse: text must be a string'),
    });
  });

  it('refuses options it does not know', async () => {
    await expect(call('stringify', [], { form: 'SRT' })).rejects.toThrow('"form". Allowed: format');
    const fromJson: unknown = JSON.parse('{"__proto__": {"format": "SRT"}}');
    for (const options of [7, 'SRT', [], new Map(), fromJson, { format: 'srt' }, { format: 'vtt' }, { format: null }])
      await expect(call('stringify', [], options)).rejects.toMatchObject({ code: 'subtitle.bad-argument' });
    expect(await call('stringify', [], null)).toBe('');
  });

  it('names the cue that cannot be written', async () => {
    const bad: [unknown, string][] = [
      ['x', 'cues must be an array'],
      [{}, 'cues must be an array'],
      [[cue, null], 'cues[1] must be a cue, not null'],
      [[cue, [0, 1, 'a']], 'cues[1] must be a cue, not an array'],
      [[Object.create(cue)], 'cues[0] must be a cue'],
      [[{ ...cue, start: 2 }], 'cues[0] ends before it starts'],
      [[{ ...cue, start: -1 }], 'cues[0].start must be a time'],
      [[{ ...cue, end: Number.NaN }], 'cues[0].end must be a time'],
      [[{ ...cue, end: Number.POSITIVE_INFINITY }], 'cues[0].end must be a time'],
      [[{ ...cue, end: 3.6e21 }], 'cues[0].end must be a time'],
      [[{ ...cue, end: '1' }], 'cues[0].end must be a time from 0 to 3599999999999 milliseconds, not a string'],
      [[{ start: 0, text: 'a' }], 'cues[0].end must be a time'],
      [[{ ...cue, text: 7 }], 'cues[0].text must be a string'],
      [[{ start: 0, end: 1 }], 'cues[0].text must be a string'],
      [[{ ...cue, text: 'a --> b' }], 'cues[0].text has "-->"'],
      [[{ ...cue, text: 'a\n\nb' }], 'cues[0].text has a blank line'],
      [[{ ...cue, text: 'a\r\rb' }], 'cues[0].text has a blank line'],
      [[{ ...cue, text: 'a\n' }], 'cues[0].text has a blank line'],
      [[{ ...cue, text: ' ' }], 'cues[0].text has a blank line'],
      [[{ ...cue, settings: 'a\nb' }], 'cues[0].settings has a line break'],
      [[{ ...cue, settings: 'a --> b' }], 'cues[0].settings has a line break or "-->"'],
      [[{ ...cue, settings: 7 }], 'cues[0].settings must be a string'],
      [new Array(2), 'cues[0] must be a cue, not undefined'],
    ];
    for (const [cues, text] of bad) {
      await expect(call('stringify', cues, { format: 'WebVTT' })).rejects.toMatchObject({
        code: 'subtitle.bad-argument',
        message: expect.stringContaining(text),
      });
    }
    expect(
      await call('stringify', [JSON.parse('{"start":0,"end":1,"text":"a","__proto__":{"settings":"x"}}')]),
    ).toContain('a');
    await expectAliveAndClean();
  });

  it('refuses text over the cap before it works, and counts cues', async () => {
    await expect(call('parse', 'x'.repeat(SUBTITLE_MAX_TEXT_CHARS + 1))).rejects.toMatchObject({
      name: 'PackLimitError',
      code: 'subtitle.too-large',
      message: expect.stringContaining('5242880 character limit'),
    });
    const many = (count: number) => '00:00:00,000 --> 00:00:00,001\n\n'.repeat(count);
    expect(await call('parse', many(SUBTITLE_MAX_CUES))).toHaveLength(SUBTITLE_MAX_CUES);
    await expect(call('parse', many(SUBTITLE_MAX_CUES + 1))).rejects.toMatchObject({
      code: 'subtitle.too-many',
      limit: 'SUBTITLE_MAX_CUES',
      message: expect.stringContaining('line 200001:'),
    });
    const cues = (count: number, text: string) => Array.from({ length: count }, () => ({ ...cue, text }));
    await expect(call('stringify', cues(SUBTITLE_MAX_CUES + 1, ''))).rejects.toMatchObject({
      code: 'subtitle.too-many',
    });
    await expect(call('stringify', cues(SUBTITLE_MAX_CUES, 'x'.repeat(1_000_000)))).rejects.toMatchObject({
      code: 'subtitle.too-large',
    });
    await expectAliveAndClean();
  });

  it('refuses times that are none', async () => {
    for (const time of [
      `${'9'.repeat(15)}:00:00,000`,
      `${'9'.repeat(1_000_000)}:00:00,000`,
      '1000000:00:00,000',
      '-1:00:00,000',
      '00:60:00,000',
      '٠٠:00:00,000',
    ])
      await expect(call('parse', `1\n00:00:00,000 --> ${time}\na`)).rejects.toMatchObject({
        code: 'subtitle.bad-format',
        message: expect.stringMatching(/^subtitle\.parse: line 2: the time line cannot be read: .{1,200}$/),
      });
    expect(await call('parse', '1\n00:00:05,000 --> 00:00:01,000\na')).toEqual([
      { start: 5000, end: 1000, text: 'a', id: '1' },
    ]);
  });

  it('does not slow down', async () => {
    const started = performance.now();
    const size = SUBTITLE_MAX_TEXT_CHARS / 4;
    const texts = [
      '\n',
      '\r',
      ' ',
      '0',
      '0:',
      '-->',
      '--> ',
      '\n-->',
      'x\n',
      '1\n00:00:00,000 --> 00:00:00,001\n',
      'NOTE\n\n',
      ' \t',
    ];
    for (const part of texts)
      for (const text of [
        part.repeat(Math.floor(size / part.length)),
        `WEBVTT\n\n${part.repeat(Math.floor(size / part.length) - 10)}`,
      ]) {
        const outcome = await call('parse', text).catch((error: unknown) => error);
        if (!Array.isArray(outcome))
          expect(outcome).toMatchObject({ code: expect.stringMatching(/^subtitle\.(bad-format|too-many)$/) });
      }
    expect(performance.now() - started).toBeLessThan(55_000);
    await expectAliveAndClean();
  }, 60_000);

  it('answers or refuses every mutation of a good text', async () => {
    const good =
      'WEBVTT\n\nSTYLE\n::cue {}\n\n1\n00:01.000 --> 00:02.000 align:start\n<b>a</b>\r\n\r\n00:00:03.000 --> 00:00:04.000\nb\n';
    for (const bytes of mutations(new TextEncoder().encode(good))) {
      const outcome = await call('parse', String.fromCharCode(...bytes)).catch((error: unknown) => error);
      if (!Array.isArray(outcome)) expect(outcome).toMatchObject({ code: 'subtitle.bad-format' });
    }
  });
});
