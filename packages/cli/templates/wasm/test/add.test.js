import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const binary = readFileSync(new URL('../add.wasm', import.meta.url));
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));

test('adds', () => {
  assert.equal(exports.add(2, 3), 5);
  assert.equal(exports.add(2147483647, 1), -2147483648);
  assert.equal(exports['add-all'](0.5, 1, 2), 3.5);
});
