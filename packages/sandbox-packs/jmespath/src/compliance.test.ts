import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as pack from './index.js';

/** One case of the compliance suite with the data it is asked about. */
interface ComplianceCase {
  file: string;
  given: unknown;
  expression: string;
  result?: unknown;
  error?: string;
}

// The suite is not ours to publish: where it is absent these tests are named and skipped.
const folder = fileURLToPath(new URL('../../../../../shared/data/jmespath', import.meta.url));

/** Cases that the library answers in its own way, with the reason. */
const DIFFERENCES: Record<string, string> = {
  "literal.json: '\\\\'":
    'two backslashes in a raw string: the suite keeps both, the library reads them as one escaped backslash',
};

const OUTCOMES = `
  return input.map(({ given, expression }) => {
    try { return { result: pack.search(given, expression) } } catch (e) { return { error: e.name } }
  });`;

describe.skipIf(!existsSync(folder))('the JMESPath compliance suite [outside data]', () => {
  const cases = existsSync(folder) ? readdirSync(folder).flatMap(readCases) : [];
  let guest: GuestEngine;
  beforeAll(async () => {
    guest = await openGuest(fileURLToPath(new URL('./guest.ts', import.meta.url)));
  });
  afterAll(() => guest.close());

  it('passes but for the differences that are named', () => {
    const outcomes = guest.run(OUTCOMES, cases) as { result?: unknown; error?: string }[];
    const different = cases
      .filter((one, at) => !isRight(one, outcomes[at] ?? {}))
      .map(({ file, expression }) => `${file}: ${expression}`);
    expect(different).toEqual(Object.keys(DIFFERENCES));
    expect(cases).toHaveLength(892);
  });

  it('gives in the guest what it gives in V8, case by case', () => {
    const run = new Function('pack', 'input', OUTCOMES) as (...args: unknown[]) => unknown;
    expect(guest.run(OUTCOMES, cases)).toEqual(JSON.parse(JSON.stringify(run(pack, cases))));
  });
});

function readCases(file: string): ComplianceCase[] {
  const suites = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    given: unknown;
    cases: Omit<ComplianceCase, 'file' | 'given'>[];
  }[];
  return suites.flatMap(({ given, cases }) =>
    cases.filter((one) => 'result' in one || 'error' in one).map((one) => ({ ...one, file, given })),
  );
}

function isRight(one: ComplianceCase, outcome: { result?: unknown; error?: string }): boolean {
  if (one.error !== undefined) return outcome.error !== undefined;
  return 'result' in outcome && sorted(outcome.result) === sorted(one.result);
}

/** JSON with the keys of objects in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
