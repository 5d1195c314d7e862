/**
 * The memory of a run: what the engine was restored to, and how much the guest has taken since.
 * @module
 */
import type { Engine } from '../engine/engine.js';
import { type GuestImage, restoreImage } from '../engine/image.js';
import { STACK_TOP } from '../engine/pinned.js';
import { randomSeed } from '../engine/random-seed.js';

/** Restores an engine for a run and measures it. */
export class RunMemory {
  /** What the engine was restored to. */
  private image: GuestImage;
  private restoredHeapEnd: number;

  constructor(
    private readonly engine: Engine,
    private readonly plainImage: GuestImage,
    private readonly stackLimitBytes: number,
  ) {
    this.image = plainImage;
    this.restoredHeapEnd = plainImage.heapEnd;
  }

  /** Restores the engine for the program; from here on its memory counts. */
  begin(image: GuestImage, memoryLimitBytes: number): void {
    this.image = image;
    this.restore(image, memoryLimitBytes);
    this.restoredHeapEnd = this.heapEnd();
  }

  /** Restores the engine. */
  restore(image: GuestImage, memoryLimitBytes: number): void {
    const { engine, stackLimitBytes } = this;
    restoreImage(engine, image, { memoryLimitBytes, stackLimitBytes, random: randomSeed(), nowMs: performance.now() });
  }

  /** Bytes in use: the guest's own world included, the block that keeps a small limit small excluded. */
  get inUse(): number {
    const ballast = this.restoredHeapEnd - this.image.heapEnd;
    return Math.max(0, this.heapEnd() - STACK_TOP - ballast);
  }

  private heapEnd(): number {
    const { offsets } = this.plainImage;
    return offsets === undefined ? 0 : this.engine.readUint32(offsets.heapEndAddress);
  }
}
