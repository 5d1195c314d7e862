import { expect, it } from 'vitest';
import { remembered } from './remembered.js';

it('reads a large text once while it is remembered, and a small one each time', () => {
  let reads = 0;
  const hasX = remembered((text) => {
    reads++;
    return text.includes('X');
  });
  const large = 'a'.repeat(5000);
  expect([hasX(large), hasX(large), hasX(`${large}X`), hasX(`${large}X`)]).toEqual([false, false, true, true]);
  expect(reads).toBe(2);
  expect([hasX('X'), hasX('X')]).toEqual([true, true]);
  expect(reads).toBe(4);
  for (let i = 0; i < 40; i++) hasX(large + i);
  reads = 0;
  hasX(large);
  expect(reads).toBe(1);
});
