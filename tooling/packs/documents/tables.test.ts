import { functions } from '@nodetool-ai/sandbox-csv/host';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { sampleText } from './samples.js';

const call = hostCaller('csv', functions);
const parse = (path: string) => call('parse', sampleText(path)) as Promise<Record<string, string>[]>;

describe('tables of other programs', () => {
  // Facts: records counted with `wc -l`, first lines read by eye.
  it.each([
    ['airports.csv', 3376, { iata: '00M', name: 'Thigpen', city: 'Bay Springs', latitude: '31.95376472' }],
    ['stocks.csv', 560, { symbol: 'MSFT', date: 'Jan 1 2000', price: '39.81' }],
    ['seattle-weather.csv', 1461, { date: '2012-01-01', precipitation: '0.0', weather: 'drizzle' }],
    ['github.csv', 955, { time: '2015/01/01 01:00:00', count: '2' }],
  ])('vega-datasets: %s has %i records', async (name, count, first) => {
    const rows = await parse(`vega-datasets/data/${name}`);
    expect(rows).toHaveLength(count);
    expect(rows[0]).toMatchObject(first);
  });

  it('a file with a NUL character in it is refused as binary, and its first rows are right', async () => {
    await expect(parse('ya-csv/test/crazy.csv')).rejects.toMatchObject({
      code: 'csv.bad-format',
      message: expect.stringContaining('looks binary'),
    });
    const head = sampleText('ya-csv/test/crazy.csv').split('\n').slice(0, 4).join('\n');
    expect(await call('parse', head)).toEqual([
      { Header1: 'col 1.1', 'Header 2': 'col 1.2\\', 'Header "3"': 'col 1.3\\', 'Header 4': 'col\n1.4' },
      { Header1: 'col 2.1', 'Header 2': 'col 2.2', 'Header "3"': 'col 2.3', 'Header 4': 'col 2.4' },
    ]);
  });
});
