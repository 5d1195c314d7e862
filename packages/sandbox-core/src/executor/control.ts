/**
 * The few numbers that both sides of a run can read while the guest is busy.
 * @module
 */

/** Why a run is to stop. */
export const STOP = { no: 0, cancelled: 1, timeout: 2 } as const;

/** Milliseconds since the epoch with fractions; comparable between threads. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

/** A view of the control block. Shared between threads where the platform allows it. */
export class RunControl {
  static readonly BYTES = 48;
  private readonly flags: Int32Array;
  private readonly times: Float64Array;

  constructor(readonly buffer: ArrayBufferLike) {
    this.flags = new Int32Array(buffer, 0, 2);
    this.times = new Float64Array(buffer, 8, 5);
  }

  reset(): void {
    Atomics.store(this.flags, 0, STOP.no);
    this.times.fill(0);
  }

  get stop(): number {
    return Atomics.load(this.flags, 0);
  }

  /** The first reason stands. */
  requestStop(reason: number): void {
    Atomics.compareExchange(this.flags, 0, STOP.no, reason);
  }

  /** When the guest began to run without a break, or 0 while it waits. */
  get sliceStart(): number {
    return this.times[0] as number;
  }
  set sliceStart(value: number) {
    this.times[0] = value;
  }

  /** CPU time in ms before the present slice. */
  get cpuBefore(): number {
    return this.times[1] as number;
  }
  set cpuBefore(value: number) {
    this.times[1] = value;
  }

  /** When the meters began, or 0 before that. */
  get startedAt(): number {
    return this.times[2] as number;
  }
  set startedAt(value: number) {
    this.times[2] = value;
  }

  /** Suspended time in ms that the wall meter does not count. */
  get credit(): number {
    return this.times[3] as number;
  }
  set credit(value: number) {
    this.times[3] = value;
  }
}
