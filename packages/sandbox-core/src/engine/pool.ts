/**
 * Engines of one thread, loaded ahead of need. An engine is used by one run at a time and restored before each.
 * @module
 */
import { Engine } from './engine.js';
import { type GuestImage, lastImageOf, resetMemory } from './image.js';
import { loadEngine } from './load.js';
import type { WasmModule } from './webassembly.js';

const MAX_IDLE = 4;

/** Lends out engines. */
export class EnginePool {
  private readonly idle: Engine[] = [];

  readonly image: GuestImage;

  constructor(
    private readonly compiled: WasmModule,
    image: GuestImage,
  ) {
    // Out of shared memory bytes are copied one by one: a copy of this thread's own is restored three times as fast.
    this.image = { ...image, staticData: image.staticData.slice(), heap: image.heap.slice() };
  }

  /** Loads one engine if none is waiting, so that the next lease costs nothing. */
  async warm(): Promise<void> {
    if (this.idle.length === 0) this.idle.push(await this.load());
  }

  /** An engine nobody else uses; the caller restores the image before its run. */
  async lease(): Promise<Engine> {
    return this.idle.pop() ?? (await this.load());
  }

  /**
   * Takes an engine back. One whose memory has grown, or that ended in a way that leaves its C stack in doubt, is
   * dropped instead; so is each one when the running engine is not the one whose inner state is known.
   */
  giveBack(engine: Engine, isSound: boolean): void {
    const isKnown = this.image.offsets !== undefined;
    if (isSound && isKnown && !engine.hasGrown && this.idle.length < MAX_IDLE) this.idle.push(engine);
  }

  /** Resets the engines that wait, so that nothing of their last run stays and the next one starts at once. */
  refresh(): void {
    for (const engine of this.idle) {
      const image = lastImageOf(engine) ?? this.image;
      if (engine.equals !== image) resetMemory(engine, image);
    }
  }

  private async load(): Promise<Engine> {
    return new Engine(await loadEngine(this.compiled), this.image.at);
  }
}
