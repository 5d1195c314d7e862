/**
 * Values on their way into a running guest and back to the host.
 * @module
 */
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import fc from 'fast-check';
import { describeValue } from '../../../packages/sandbox-core/src/codec/testing/describe-value.js';
import { hostileKey, textValue } from '../generate/texts.js';
import { type FuzzTarget, mustEqual, subject } from '../target.js';

/** As a literal it needs a newer target of the compiler than the sources have. */
const SETS_FLAG = 'v';

const filled = (size: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length: size }, (_, index) => index * 7);
/** Around the size from which bytes ride beside the value. */
const large = fc.oneof(
  fc.integer({ min: 65_500, max: 65_600 }).map(filled),
  fc.constantFrom(65_535, 65_536, 65_537, 131_072).map((size) => filled(size).buffer),
  fc
    .constantFrom(Uint16Array, Float32Array, BigUint64Array, Uint8ClampedArray)
    .map((Class) => new Class(filled(65_600).buffer)),
);
const bytes = fc.oneof(
  fc.uint8Array(),
  fc.int16Array(),
  fc.float32Array(),
  fc.float64Array(),
  fc.bigInt64Array(),
  fc.uint8ClampedArray(),
  fc.uint8Array().map((array) => array.slice().buffer),
);
const leaf = fc.oneof(
  {
    weight: 200,
    arbitrary: fc.oneof(
      textValue,
      fc.double(),
      fc.integer(),
      fc.bigInt(),
      fc.boolean(),
      fc.constantFrom(null, undefined, -0, Number.NaN, Infinity, 2 ** 53),
    ),
  },
  { weight: 25, arbitrary: fc.date({ noInvalidDate: false }) },
  { weight: 25, arbitrary: fc.constantFrom(/a/, /\/[/]\n/giu, /(?<n>x)/dms, new RegExp('[\\p{L}]', SETS_FLAG)) },
  { weight: 25, arbitrary: bytes },
  { weight: 1, arbitrary: large },
);
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.nat(8), tie('value')), { maxLength: 3 })
      .map((entries) => Object.assign([], Object.fromEntries(entries))),
    fc.array(fc.tuple(hostileKey, tie('value')), { maxLength: 5 }).map(Object.fromEntries),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
    fc.array(tie('value'), { maxLength: 4 }).map((members) => new Set(members)),
    tie('value').map((part) => [part, { part }]),
    fc
      .tuple(fc.integer({ min: 20, max: 200 }), tie('value'))
      .map(([depth, inner]) => Array.from({ length: depth }).reduce((all) => [all], inner)),
  ),
})).value;

/** Values that share one crossing into the engine. */
const VALUES = 5;
/** Fewer than the calls that one run may make. */
const CHECKS_PER_RUN = 400;
const PROGRAM = 'for (let value; (value = await next()) !== "end"; ) await back(value[0]); return "done";';

/** A run that hands back whatever it is given, and starts anew now and then. */
class Echo {
  private waiting: unknown[] = [];
  private give: ((item: unknown) => void) | undefined;
  private take: (value: unknown) => void = () => undefined;
  private ended: Promise<void> | undefined;
  private checksLeft = 0;

  async send(value: unknown): Promise<unknown> {
    if (this.checksLeft-- <= 0) await this.restart();
    const answer = new Promise((resolve) => {
      this.take = resolve;
    });
    this.offer([value]);
    // A value that cannot be given ends the run, which then tells why.
    return Promise.race([answer, this.ended]);
  }

  async close(): Promise<void> {
    this.offer('end');
    await this.ended?.catch(() => undefined);
  }

  private offer(item: unknown): void {
    if (this.give === undefined) this.waiting.push(item);
    else this.give(item);
    this.give = undefined;
  }

  private next(): unknown {
    if (this.waiting.length > 0) return this.waiting.shift();
    return new Promise((resolve) => {
      this.give = resolve;
    });
  }

  private async restart(): Promise<void> {
    if (this.ended !== undefined) await this.close();
    this.checksLeft = CHECKS_PER_RUN;
    this.waiting = [];
    this.give = undefined;
    const globals = { next: () => this.next(), back: (value: unknown) => this.take(value) };
    const run = runInSandbox({ code: PROGRAM, globals, timeoutMs: Infinity, execution: 'inline' });
    this.ended = run.then((outcome) => {
      this.checksLeft = 0;
      if (!outcome.success || outcome.result !== 'done') throw new Error(`the run ended: ${outcome.error}`);
    });
    this.ended.catch(() => undefined);
  }
}

/** What comes back is what `structuredClone` makes of the value. */
export const codecRoundTrip: FuzzTarget = {
  name: 'codec-round-trip',
  open: () => {
    const echo = new Echo();
    return subject({
      casesPerCheck: VALUES,
      cases: fc.array(value, { minLength: VALUES, maxLength: VALUES }),
      async check(values) {
        const back = await echo.send(values);
        mustEqual(describeValue(back), describeValue(structuredClone(values)), 'what came back');
      },
      close: () => echo.close(),
    });
  },
};
