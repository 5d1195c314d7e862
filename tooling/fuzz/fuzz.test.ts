import { describe, expect, it } from 'vitest';
import { runTarget } from './target.js';
import { TARGETS } from './targets/index.js';

/** Enough to notice when something breaks; `npm run fuzz` tries fifty times as many, and others each time. */
const CASES = 2000;
const SEED = 20_240_229;

describe(`no fault is found in ${CASES} generated cases of`, () => {
  it.each(TARGETS.map((target) => [target.name, target] as const))(
    '%s',
    { timeout: 120_000 },
    async (_name, target) => {
      const report = await runTarget(target, { cases: CASES, seed: SEED });
      expect(report.failure).toBeUndefined();
      expect(report.cases).toBe(CASES);
    },
  );
});
