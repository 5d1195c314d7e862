import { beforeAll, describe, expect, it } from 'vitest';
import { jobOf, silentHost } from '../../test/run-job.js';
import { decodeEnvelope } from '../codec/decode.js';
import { InlineExecutor } from '../executor/inline.js';
import type { RunOutcome } from '../executor/job.js';
import { nodePlatform } from '../platform.node.js';
import { buildImage } from './build-image.js';
import type { GuestImage } from './image.js';
import { ENGINE_VERSION } from './pinned.js';
import { EnginePool } from './pool.js';
import type { WasmModule } from './webassembly.js';

const conditions = { signal: undefined, clock: undefined, suspendAllowanceMs: 0 };

let compiled: WasmModule;
let image: GuestImage;

beforeAll(async () => {
  compiled = await nodePlatform.compileEngine();
  image = await buildImage(compiled);
});

function valueOf({ verdict }: RunOutcome): unknown {
  if (verdict.status !== 'returned') throw new Error(`ended as ${verdict.status}`);
  return decodeEnvelope(verdict.result);
}

describe('the engine', () => {
  it('is the version that everything pinned was measured on', async () => {
    const engine = await new EnginePool(compiled, image).lease();
    engine.module.HEAPU8.set(image.staticData, 0);
    engine.module.HEAPU8.set(image.heap, image.heapEnd - image.heap.length);
    const report = engine.module.UTF8ToString(engine.ffi.QTS_RuntimeDumpMemoryUsage(image.at.rt));
    expect(report).toContain(`QuickJS-ng memory usage -- ${ENGINE_VERSION} version`);
  });

  // Code that counts its own lines makes the image several times as large.
  it('has nothing of the host in its image: no path of a program, no language, no environment', () => {
    const text = Buffer.concat([image.staticData, image.heap]).toString('latin1');
    expect(text).toContain('parallelMap'); // What is there is found.
    const program = process.argv[1] ?? '';
    expect(program.length).toBeGreaterThan(5);
    for (const word of [program, 'web_user', 'LANG=', 'HOME=']) expect(text).not.toContain(word);
  });

  it.skipIf(process.env.GUEST_COVERAGE)('keeps its image small enough to be restored for every run', () => {
    expect(image.staticData.length + image.heap.length).toBeLessThan(1_500_000);
  });

  it('gives each run another random sequence', async () => {
    const executor = new InlineExecutor(new EnginePool(compiled, image));
    const run = async () => valueOf(await executor.execute(jobOf('return Math.random()'), silentHost, conditions));
    const seen = new Set([await run(), await run(), await run()]);
    expect(seen.size).toBe(3);
  });

  it('drops an engine whose memory has grown and lends out a sound one', async () => {
    const pool = new EnginePool(compiled, image);
    const executor = new InlineExecutor(pool);
    const big = await executor.execute(jobOf('return new Uint8Array(30 << 20).length'), silentHost, conditions);
    expect(valueOf(big)).toBe(30 << 20);
    const next = await pool.lease();
    expect(next.hasGrown).toBe(false);
  });

  it('works with a new instance for each run when its inner state is not where we know it', async () => {
    const unknown: GuestImage = { ...image, offsets: undefined };
    const executor = new InlineExecutor(new EnginePool(compiled, unknown));
    for (let round = 0; round < 3; round++) {
      const outcome = await executor.execute(
        jobOf('globalThis.n = (globalThis.n ?? 0) + 1; return { n, rows: [{ a: [1, , 3] }] }'),
        silentHost,
        conditions,
      );
      expect(valueOf(outcome)).toEqual({ n: 1, rows: [{ a: [1, undefined, 3] }] });
    }
  });

  it('heals after memory that a broken engine has scribbled over', async () => {
    const pool = new EnginePool(compiled, image);
    const executor = new InlineExecutor(pool);
    const engine = await pool.lease();
    engine.module.HEAPU8.fill(0xff, 0, 8_000_000);
    pool.giveBack(engine, true);
    expect(valueOf(await executor.execute(jobOf('return 7'), silentHost, conditions))).toBe(7);
  });
});
