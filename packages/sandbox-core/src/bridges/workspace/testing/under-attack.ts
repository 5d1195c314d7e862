/**
 * A workspace under attack, for tests.
 * @module
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { makePlace } from './places.js';

const SECRET = 'the secret outside';

/** A workspace in which somebody swaps links all the time, on a thread of its own. */
export async function underAttack(work: (place: ReturnType<typeof makePlace>) => Promise<void>): Promise<number> {
  const place = makePlace();
  const outside = join(place.base, 'outside');
  mkdirSync(outside);
  mkdirSync(join(place.root, 'dir'));
  writeFileSync(place.secret, SECRET);
  writeFileSync(join(outside, 'f'), SECRET);
  writeFileSync(join(place.root, 'inside.txt'), 'inside');
  writeFileSync(join(place.root, 'dir/f'), 'inside');
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(new URL('./flip-links.mjs', import.meta.url), {
    workerData: { root: place.root, secret: place.secret, outside, stop },
  });
  const flips = new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await new Promise((resolve) => worker.once('online', resolve));
  try {
    await work(place);
  } finally {
    Atomics.store(new Int32Array(stop), 0, 1);
  }
  const count = await flips;
  expect(readFileSync(place.secret, 'utf8')).toBe(SECRET);
  expect(readFileSync(join(outside, 'f'), 'utf8')).toBe(SECRET);
  expect(readdirSync(outside)).toEqual(['f']);
  expect(readdirSync(place.base).sort()).toEqual(['outside', 'root', 'secret.txt']);
  return count;
}
