/**
 * What a fuzz target is, and how one is run.
 * @module
 */
import fc from 'fast-check';

/** One thing that takes what a stranger made, tried with generated inputs. */
export interface FuzzTarget {
  /** Name for `--target`. */
  name: string;
  /** Gets it ready: an engine, a directory, samples. */
  open(): FuzzSubject | Promise<FuzzSubject>;
}

/** A target that is ready; made by {@link subject}. */
export interface FuzzSubject {
  /** Cases that one check holds. Above 1 where a crossing into an engine costs more than a case. */
  readonly casesPerCheck: number;
  check(parameters: fc.Parameters<[unknown]>, onCheck: () => void): Promise<fc.RunDetails<[unknown]>>;
  close(): Promise<void>;
}

/** How many cases, and which. */
export interface FuzzOptions {
  cases: number;
  seed: number;
  /** The path of a failure that is to be seen again, as a report prints it. */
  path?: string;
  /** Called after each check with the cases so far. */
  onProgress?: (casesDone: number) => void;
}

/** What came of one target. */
export interface FuzzReport {
  name: string;
  seed: number;
  cases: number;
  seconds: number;
  /** Absent when all went well. `input` is the smallest case that was found. */
  failure?: { input: string; message: string; path: string };
}

/** A case that takes longer is a failure. Generous: the machine may be busy with other things. */
const MAX_CHECK_MS = 10_000;
const MAX_INPUT_CHARS = 4000;

/** Binds cases to the check of one, which throws when the case shows a fault. */
export function subject<T>(given: {
  cases: fc.Arbitrary<T>;
  check: (one: T) => void | Promise<void>;
  casesPerCheck?: number;
  close?: () => void | Promise<void>;
}): FuzzSubject {
  return {
    casesPerCheck: given.casesPerCheck ?? 1,
    async check(parameters, onCheck) {
      const property = fc.asyncProperty(given.cases, async (one) => {
        const before = prototypeKeys();
        const start = performance.now();
        await given.check(one);
        const ms = performance.now() - start;
        onCheck();
        if (ms > MAX_CHECK_MS) throw new Error(`took ${Math.round(ms)} ms`);
        if (prototypeKeys() !== before) throw new Error('changed a prototype or the global object of the host');
      });
      const details = await fc.check(property, parameters as fc.Parameters<[T]>);
      return details as unknown as fc.RunDetails<[unknown]>;
    },
    close: async () => given.close?.(),
  };
}

/** Runs one target. A fault that is found is in the report; only a target that cannot be opened throws. */
export async function runTarget(target: FuzzTarget, options: FuzzOptions): Promise<FuzzReport> {
  const { cases, seed, path, onProgress } = options;
  const opened = await target.open();
  const numRuns = Math.ceil(cases / opened.casesPerCheck);
  const start = performance.now();
  let done = 0;
  try {
    const details = await opened.check({ numRuns, seed, ...(path !== undefined && { path }) }, () => {
      done += opened.casesPerCheck;
      onProgress?.(done);
    });
    const report: FuzzReport = {
      name: target.name,
      seed,
      cases: details.numRuns * opened.casesPerCheck,
      seconds: (performance.now() - start) / 1000,
    };
    if (!details.failed) return report;
    const error = details.errorInstance;
    const input = fc.stringify(details.counterexample?.[0]);
    return {
      ...report,
      failure: {
        input: input.length > MAX_INPUT_CHARS ? `${input.slice(0, MAX_INPUT_CHARS)}…` : input,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        path: details.counterexamplePath ?? '',
      },
    };
  } finally {
    await opened.close();
  }
}

const WATCHED = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Promise.prototype,
  globalThis,
];

/** A count, which is all that a name put there would change. */
function prototypeKeys(): number {
  let keys = 0;
  for (const one of WATCHED) keys += Reflect.ownKeys(one).length;
  return keys;
}

/** Throws with both sides when they differ; for comparisons with an independent program. */
export function mustEqual(got: unknown, expected: unknown, what: string): void {
  if (Object.is(got, expected)) return;
  throw new Error(`${what}: got ${fc.stringify(got)}, expected ${fc.stringify(expected)}`);
}
