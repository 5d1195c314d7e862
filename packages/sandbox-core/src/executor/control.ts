/**
 * The few numbers that both sides of a run can read while the guest is busy.
 * @module
 */

/** Why a run is to stop. */
export const STOP = { no: 0, cancelled: 1, timeout: 2 } as const;

/** Milliseconds since the epoch with fractions; comparable between threads. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

const FLAG = { stop: 0, isWallKeptOutside: 1, question: 2 } as const;
const TIME = { sliceStart: 0, cpuBefore: 1, startedAt: 2, credit: 3, wokeAt: 4 } as const;

/** The last two bits of a question say what has become of it; the others are its number. */
const ANSWER_BITS = 2;
const ANSWER = { none: 0, no: 1, yes: 2, stopped: 3 } as const;
const MAX_QUESTION = 2 ** (31 - ANSWER_BITS) - 1;

/** A view of the control block. Shared between threads where the platform allows it. */
export class RunControl {
  static readonly BYTES = 56;
  private readonly flags: Int32Array;
  private readonly times: Float64Array;
  private questions = 0;

  constructor(readonly buffer: ArrayBufferLike) {
    this.flags = new Int32Array(buffer, 0, 4);
    this.times = new Float64Array(buffer, 16, 5);
  }

  reset(): void {
    Atomics.store(this.flags, FLAG.stop, STOP.no);
    Atomics.store(this.flags, FLAG.isWallKeptOutside, 0);
    this.times.fill(0);
  }

  get stop(): number {
    return Atomics.load(this.flags, FLAG.stop);
  }

  /** The first reason stands. A guest that waits for the answer to a question goes on, to be stopped. */
  requestStop(reason: number): void {
    Atomics.compareExchange(this.flags, FLAG.stop, STOP.no, reason);
    const question = Atomics.load(this.flags, FLAG.question);
    if ((question & ANSWER.stopped) === ANSWER.none) this.putAnswer(question, ANSWER.stopped);
  }

  /** Whether only the caller's side, which knows the clock, ends a run for its wall meter. */
  get isWallKeptOutside(): boolean {
    return Atomics.load(this.flags, FLAG.isWallKeptOutside) === 1;
  }
  set isWallKeptOutside(value: boolean) {
    Atomics.store(this.flags, FLAG.isWallKeptOutside, value ? 1 : 0);
  }

  /**
   * Asks the other thread a question, and blocks this one until it is answered: for `maxMs` at most, and not after the
   * run was told to stop. `send` takes the question's number.
   */
  ask(send: (question: number) => void, maxMs: number): boolean | undefined {
    this.questions = this.questions >= MAX_QUESTION ? 1 : this.questions + 1;
    const question = this.questions << ANSWER_BITS;
    Atomics.store(this.flags, FLAG.question, question);
    if (this.stop !== STOP.no) return undefined;
    send(question);
    const endsAt = nowMs() + maxMs;
    // What wakes this thread may still be the answer before: it is written first, and told afterwards.
    for (let leftMs = maxMs; leftMs > 0; leftMs = endsAt - nowMs()) {
      if (Atomics.wait(this.flags, FLAG.question, question, leftMs) !== 'ok') break;
      if (Atomics.load(this.flags, FLAG.question) !== question) break;
    }
    const answer = Atomics.load(this.flags, FLAG.question) & ANSWER.stopped;
    return answer === ANSWER.none || answer === ANSWER.stopped ? undefined : answer === ANSWER.yes;
  }

  /** Answers a question. An answer to one that nobody waits for any more changes nothing. */
  answer(question: number, isYes: boolean): void {
    this.putAnswer(question, isYes ? ANSWER.yes : ANSWER.no);
  }

  private putAnswer(question: number, answer: number): void {
    Atomics.compareExchange(this.flags, FLAG.question, question, question | answer);
    Atomics.notify(this.flags, FLAG.question);
  }

  /** When the guest began to run without a break, or 0 while it waits. */
  get sliceStart(): number {
    return this.times[TIME.sliceStart] as number;
  }
  set sliceStart(value: number) {
    this.times[TIME.sliceStart] = value;
  }

  /** CPU time in ms before the present slice. */
  get cpuBefore(): number {
    return this.times[TIME.cpuBefore] as number;
  }
  set cpuBefore(value: number) {
    this.times[TIME.cpuBefore] = value;
  }

  /** CPU time in ms, the present slice included. */
  get cpuMs(): number {
    const { sliceStart } = this;
    return this.cpuBefore + (sliceStart === 0 ? 0 : Math.max(0, nowMs() - sliceStart));
  }

  /** When the meters began, or 0 before that. */
  get startedAt(): number {
    return this.times[TIME.startedAt] as number;
  }
  set startedAt(value: number) {
    this.times[TIME.startedAt] = value;
  }

  /** Suspended time in ms that the wall meter does not count. */
  get credit(): number {
    return this.times[TIME.credit] as number;
  }
  set credit(value: number) {
    this.times[TIME.credit] = value;
  }

  /** When a waiting guest last went on. */
  get wokeAt(): number {
    return this.times[TIME.wokeAt] as number;
  }
  set wokeAt(value: number) {
    this.times[TIME.wokeAt] = value;
  }
}
