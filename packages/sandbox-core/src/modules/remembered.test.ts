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

it('forgets texts that take more than 8 million characters together', () => {
  let reads = 0;
  const hasX = remembered((text) => {
    reads++;
    return text.includes('X');
  });
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(4 * 1024 * 1024));
  for (const text of texts) hasX(text);
  expect(reads).toBe(3);
  hasX(texts[2] as string);
  hasX(texts[1] as string);
  expect(reads).toBe(3);
  hasX(texts[0] as string);
  expect(reads).toBe(4);
});
