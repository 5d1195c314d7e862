import { Buffer } from 'node:buffer';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobOf, silentHost } from '../../test/run-job.js';
import { localBridges } from '../bridges/local.js';
import { RunControl, STOP } from '../executor/control.js';
import { GuestRun } from '../executor/guest-run.js';
import type { RunJob, RunOutcome } from '../executor/job.js';
import { PackImages } from '../executor/prepared-packs.js';
import { nodePlatform } from '../platform.node.js';
import { buildImage } from './build-image.js';
import type { Engine } from './engine.js';
import { type GuestImage, resetMemory } from './image.js';
import { BASE_BYTES, STACK_TOP } from './pinned.js';
import { EnginePool } from './pool.js';

const ROUNDS = 10_000;
const packs = new PackImages();

const PACK = {
  entries: new Map([['p', 'nodetool-sandbox:p|p.js']]),
  sources: new Map([
    [
      'nodetool-sandbox:p|p.js',
      'export const list = Array.from({ length: 5000 }, (_, i) => ({ i })); globalThis.p = 1;',
    ],
  ]),
  facades: new Map(),
  reasons: new Map(),
  standIns: new Map(),
};

/** Programs that leave as much behind as they can. Each is small in time, since there are thousands of runs. */
const HOSTILE: { name: string; code: string; job?: Partial<RunJob>; isAborted?: boolean; ends: string[] }[] = [
  {
    name: 'objects',
    code: 'const a = []; for (let i = 0; i < 3000; i++) a.push({ i, s: "x" + i }); globalThis.a = a;',
    ends: ['returned'],
  },
  {
    name: 'buffers',
    code: 'globalThis.b = [1, 2, 3, 4].map((n) => new Uint8Array(n * 100_000).fill(n));',
    ends: ['returned'],
  },
  {
    name: 'strings',
    code: 'let s = "ab"; for (let i = 0; i < 15; i++) s += s; globalThis.s = s + "\\u1234"; return s.length;',
    ends: ['returned'],
  },
  { name: 'deep recursion', code: 'const f = (n) => { let x = n; return f(n + 1) + x; }; f(0);', ends: ['threw'] },
  { name: 'deep JSON', code: 'JSON.parse("[".repeat(3000));', ends: ['threw'] },
  { name: 'recursive regex', code: '/(?:a|a)*b/.test("a".repeat(12));', ends: ['returned'] },
  {
    name: 'prototype damage',
    code: 'Object.prototype.x = 1; Array.prototype.push = null; delete globalThis.Map; Promise.prototype.then = 1;',
    ends: ['returned'],
  },
  {
    name: 'out of memory by objects',
    code: 'const a = []; for (;;) a.push({ a: 1 });',
    job: { memoryLimitBytes: 1 << 20, timeoutMs: 10_000 },
    ends: ['memory', 'threw'],
  },
  {
    name: 'out of memory by buffers',
    code: 'const a = []; for (;;) a.push(new Uint8Array(65536).fill(7));',
    job: { memoryLimitBytes: 2 << 20, timeoutMs: 10_000 },
    ends: ['memory', 'threw'],
  },
  { name: 'timed out', code: 'for (let i = 0; ; i++) globalThis.k = { i };', job: { timeoutMs: 1 }, ends: ['timeout'] },
  { name: 'aborted', code: 'for (let i = 0; ; i++) globalThis.k = [i];', isAborted: true, ends: ['cancelled'] },
  { name: 'parked for ever', code: 'globalThis.p = new Promise(() => {}); await globalThis.p;', ends: ['timeout'] },
  { name: 'unknown import', code: 'import x from "nothing"; return x;', ends: ['threw'] },
  {
    name: 'finalizers',
    code: 'const r = new FinalizationRegistry(() => {}); for (let i = 0; i < 50; i++) r.register({}, i); globalThis.w = new WeakRef({});',
    ends: ['returned'],
  },
  {
    name: 'packs that are prepared',
    code: 'import { list } from "p"; list.push({ a: 1 }); Array.prototype.z = list; globalThis.q = list;',
    job: { imports: ['p'], modules: PACK },
    ends: ['returned'],
  },
];

let image: GuestImage;
let engine: Engine;
let expected: Buffer;

function runHostile(round: number): Promise<RunOutcome> {
  const { code, job, isAborted } = HOSTILE[round % HOSTILE.length] as (typeof HOSTILE)[number];
  const control = new RunControl(new ArrayBuffer(RunControl.BYTES));
  if (isAborted) control.requestStop(STOP.cancelled);
  return new GuestRun({
    engine,
    image,
    job: jobOf(code, { memoryLimitBytes: 4 << 20, ...job }),
    host: silentHost,
    control,
    packs,
    local: localBridges(),
    onIdle: () => undefined,
    onBusy: () => undefined,
  }).start();
}

beforeAll(async () => {
  const compiled = await nodePlatform.compileEngine();
  image = await buildImage(compiled);
  engine = await new EnginePool(compiled, image).lease();
  expected = Buffer.alloc(BASE_BYTES);
  expected.set(image.staticData, 0);
  expected.set(image.heap, STACK_TOP);
});

describe('a reset guest', () => {
  it('is known to the self-checks of this engine', () => {
    expect(image.offsets).toBeDefined();
  });

  it(`equals its image byte for byte after each of ${ROUNDS} resets that follow hostile runs`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { name, ends } = HOSTILE[round % HOSTILE.length] as (typeof HOSTILE)[number];
      const { verdict } = await runHostile(round);
      if (!ends.includes(verdict.status)) throw new Error(`"${name}" ended as ${verdict.status} in round ${round}`);
      resetMemory(engine, image);
      const difference = Buffer.compare(Buffer.from(engine.bounds.memory.buffer), expected);
      if (difference !== 0) throw new Error(`memory differs after "${name}" in round ${round}`);
    }
    expect(engine.hasGrown).toBe(false);
  }, 300_000);
});
