import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { nodePlatform } from '../platform.node.js';
import { buildImage } from './build-image.js';
import { resetMemory } from './image.js';
import { EnginePool } from './pool.js';

it('makes a new engine equal to one that has run, byte for byte, though it wipes less of it', async () => {
  const compiled = await nodePlatform.compileEngine();
  const pool = new EnginePool(compiled, await buildImage(compiled));
  const fresh = await pool.lease();
  const used = await pool.lease();
  resetMemory(fresh, pool.image);
  resetMemory(used, pool.image);
  used.free(used.evaluateScript('globalThis.a = Array.from({ length: 20000 }, (_, i) => "x" + i)', 'nodetool:test'));
  expect(Buffer.compare(fresh.module.HEAPU8, used.module.HEAPU8)).not.toBe(0);
  used.stackBytes = 1024 * 1024;
  resetMemory(used, pool.image);
  expect(Buffer.compare(fresh.module.HEAPU8, used.module.HEAPU8)).toBe(0);
});
