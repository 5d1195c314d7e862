import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canCheck, dataFile, type ExampleRun, removeOut, runExample, workOut } from '../run-example.js';

interface Route {
  origin: string;
  destination: string;
  flights: number;
  fromCity: string;
  fromState: string;
  toCity: string;
  toState: string;
  km: number;
}

interface Expected {
  read: number;
  joined: number;
  problems: number;
  chosen: number;
  flights: number;
  bands: number[];
  top: Route[];
}

interface Summary {
  routes: { read: number; joined: number; chosen: number };
  flights: number;
  bands: { routes: number }[];
  problems: { reason: string; routes: string[] }[];
}

let run: ExampleRun;
beforeAll(async () => {
  run = await runExample('busiest-routes');
}, 120_000);
afterAll(() => removeOut(run));

describe('busiest-routes', () => {
  it('ends well although some routes cannot be joined', () => {
    expect(run.stderr).not.toContain('error');
    expect(run.status).toBe(0);
  });

  it('reads the airports once, for all batches', () => {
    expect(run.stderr.match(/airports known/g)).toHaveLength(1);
  });

  it('refuses a setting that makes no sense, by name, and writes nothing', async () => {
    const refused = await runExample('busiest-routes', ['--param', 'settings=bad-settings.yaml']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('node "settings"');
    expect(refused.stderr).toContain('The setting "top" must be a whole number from 1.');
    expect(refused.stdout).not.toContain('written');
    removeOut(refused);
  });

  describe.skipIf(!canCheck)('against the same join in Python', () => {
    let expected: Expected;
    beforeAll(() => {
      const data = (name: string): string => dataFile(`vega-datasets/data/${name}`);
      expected = workOut<Expected>('busiest-routes/check.py', [
        data('flights-airport.csv'),
        data('airports.csv'),
        '500',
      ]);
    });

    it('ranks the same routes', () => {
      const [heading, ...rows] = readFileSync(join(run.out, 'busiest-routes.csv'), 'utf8').trimEnd().split('\n');
      expect(heading).toBe('origin,destination,flights,fromCity,fromState,toCity,toState,km');
      expect(rows).toEqual(
        expected.top.map((route) =>
          [
            route.origin,
            route.destination,
            route.flights,
            route.fromCity,
            route.fromState,
            route.toCity,
            route.toState,
            Math.round(route.km),
          ].join(','),
        ),
      );
    });

    it('sums up the same in YAML', () => {
      const summary = load(readFileSync(join(run.out, 'summary.yaml'), 'utf8')) as Summary;
      expect(summary.routes).toEqual({ read: expected.read, joined: expected.joined, chosen: expected.chosen });
      expect(summary.flights).toBe(expected.flights);
      expect(summary.bands.map((band) => band.routes)).toEqual(expected.bands);
      expect(summary.problems.flatMap((problem) => problem.routes)).toHaveLength(expected.problems);
      expect(
        summary.problems.every((problem) => /^the state of the airport \w{3} is not known$/.test(problem.reason)),
      ).toBe(true);
    });
  });
});
