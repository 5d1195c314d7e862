import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canCheck, dataFile, type ExampleRun, markdownTable, removeOut, runExample, workOut } from '../run-example.js';

interface Entry {
  name: string;
  strikes: number;
  damaged: number;
  judged: number;
  cost: number;
}

interface Expected {
  read: number;
  kept: number;
  unclear: number;
  no_speed: number;
  from: string;
  to: string;
  damaged: number;
  share: number;
  cost: number;
  years: [number, number][];
  months: [number, number][];
  airport_count: number;
  airports: Entry[];
  species: Entry[];
  phases: Entry[];
  times: Entry[];
  sizes: Entry[];
}

let run: ExampleRun;
beforeAll(async () => {
  run = await runExample('quickstart');
}, 120_000);
afterAll(() => removeOut(run));

const result = (name: string): string => readFileSync(join(run.out, name), 'utf8');
const thousands = (value: number): string => value.toLocaleString('en-US');
const cells = ({ name, strikes, damaged, judged, cost }: Entry): string[] => [
  name,
  thousands(strikes),
  `${((100 * damaged) / judged).toFixed(1)} %`,
  `$${thousands(cost)}`,
];

describe('quickstart', () => {
  it('ends well and says where the files are', () => {
    expect(run.stderr).not.toContain('error');
    expect(run.status).toBe(0);
    for (const file of ['report.html', 'report.md', 'strikes-per-year.svg', 'summary.yaml'])
      expect(run.stdout).toContain(file);
  });

  it('writes a page that needs nothing from elsewhere and runs nothing', () => {
    const page = result('report.html');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('prefers-color-scheme: dark');
    expect(page.match(/<svg /g)).toHaveLength(2);
    expect(page.match(/<table>/g)).toHaveLength(5);
    expect(page).not.toMatch(/<script|\son\w+=|src=|url\(|@import|javascript:/i);
    expect(page).not.toMatch(/NaN|undefined|\[object/);
  });

  it.each([
    ['is empty', '', 'The CSV has no rows.'],
    [
      'lacks a column',
      'Airport Name,Flight Date\nA,1999-01-01\n',
      'The CSV lacks the columns "Effect Amount of damage",',
    ],
  ])('says what is wrong with data that %s, and writes nothing', async (_what, text, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'nodetool-data-'));
    writeFileSync(join(folder, 'data.csv'), text);
    const bad = await runExample('quickstart', ['--read-dir', folder, '--param', `csv=${join(folder, 'data.csv')}`]);
    rmSync(folder, { recursive: true });
    removeOut(bad);
    expect(bad.status).toBe(1);
    expect(bad.stderr).toContain(message);
    expect(bad.stderr.match(/^error: /gm)).toHaveLength(1);
    expect(bad.stdout).not.toContain('written');
  });

  describe.skipIf(!canCheck)('against the same questions asked in Python', () => {
    let expected: Expected;
    beforeAll(() => {
      expected = workOut<Expected>('quickstart/check.py', [dataFile('vega-datasets/data/birdstrikes.csv')]);
    });

    it('sums up the same in YAML', () => {
      const summary = load(result('summary.yaml')) as Record<string, unknown>;
      expect(summary).toMatchObject({
        rows: { read: expected.read, duplicates: expected.read - expected.kept, kept: expected.kept },
        unclear: { damage: expected.unclear, speed: expected.no_speed },
        period: { from: expected.from, to: expected.to },
        strikes: { total: expected.kept, damaged: expected.damaged, cost_dollars: expected.cost },
        by_year: expected.years.map(([year, strikes]) => ({ year, strikes })),
        airports: expected.airports.map(({ name, strikes, damaged, cost }) => ({
          name,
          strikes,
          damaged,
          cost_dollars: cost,
        })),
        species: expected.species.map(({ name, strikes, damaged }) => ({ name, strikes, damaged })),
      });
      expect((summary['by_month'] as { strikes: number }[]).map((month) => month.strikes)).toEqual(
        expected.months.map(([, strikes]) => strikes),
      );
      expect((summary['strikes'] as { damage_share: number }).damage_share).toBeCloseTo(expected.share, 3);
    });

    it('shows the same tables in Markdown', () => {
      const text = result('report.md');
      expect(markdownTable(text, 'Airports with most strikes')).toEqual(expected.airports.map(cells));
      expect(markdownTable(text, 'Species named most often')).toEqual(expected.species.map(cells));
      expect(markdownTable(text, 'Phase of flight')).toEqual(expected.phases.map(cells));
      expect(markdownTable(text, 'Time of day')).toEqual(expected.times.map(cells));
      const bySize = new Map(expected.sizes.map((entry) => [entry.name, entry]));
      const sizes = ['Small', 'Medium', 'Large'].map((name) => bySize.get(name)).filter((entry) => entry !== undefined);
      expect(markdownTable(text, 'Size of the animal')).toEqual(sizes.map(cells));
    });

    it('draws the same numbers', () => {
      const chart = result('strikes-per-year.svg');
      for (const [year, strikes] of expected.years)
        expect(chart).toContain(`<title>${year}: ${thousands(strikes)} strikes,`);
      const page = result('report.html');
      expect(page).toContain(`<dd>${thousands(expected.kept)}</dd>`);
      expect(page).toContain(`<dd>${expected.airport_count}</dd>`);
      expect(page).toContain(`<dd>$${thousands(expected.cost)}</dd>`);
    });
  });
});
