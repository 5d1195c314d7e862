/** CPU-bound programs of some 30 ms in the engine. Each defines `kernel()`, which answers a number. */
import { runInNewContext } from 'node:vm';

/** @param {string} body */
const kernel = (body) => `function kernel() {\n'use strict';\n${body}\n}`;

const TEXTS = {
  array: {
    title: 'loops over typed arrays',
    source: kernel(`
      const size = 64, a = new Float64Array(size * size), b = new Float64Array(size * size);
      for (let i = 0; i < a.length; i++) { a[i] = i % 7; b[i] = i % 5; }
      let sum = 0;
      for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++) {
          let cell = 0;
          for (let k = 0; k < size; k++) cell += a[i * size + k] * b[k * size + j];
          sum += cell;
        }
      return sum;`),
  },
  calls: {
    title: 'recursive calls',
    source: kernel(`
      const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2);
      return fib(25);`),
  },
  strings: {
    title: 'building and reading strings',
    source: kernel(`
      let text = '', hash = 0;
      for (let i = 0; i < 15000; i++) text += 'row ' + i + ';';
      for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
      return hash + text.split(';').join(',').toUpperCase().length;`),
  },
  regex: {
    title: 'regular expressions',
    source: kernel(`
      let text = '';
      for (let i = 0; i < 4000; i++) text += 'user' + i + '@mail' + (i % 9) + '.example.org, ';
      let sum = 0;
      for (const match of text.matchAll(/([a-z]+)(\\d+)@([a-z0-9]+)\\.(?:[a-z]+\\.)*org/g)) sum += Number(match[2]);
      return sum + text.replace(/(\\w+)@(\\w+)/g, '$2 at $1').length;`),
  },
  map: {
    title: 'Map and Set',
    source: kernel(`
      const map = new Map(), seen = new Set();
      for (let i = 0; i < 12000; i++) { map.set('k' + (i % 3000), i); seen.add(i % 1000); }
      let sum = seen.size;
      for (const [key, value] of map) sum += key.length + value;
      for (let i = 0; i < 12000; i++) if (map.has('k' + i)) sum++;
      return sum;`),
  },
  sort: {
    title: 'sorting objects',
    source: kernel(`
      let seed = 1;
      const rows = Array.from({ length: 12000 }, (_, i) => ({ i, key: (seed = (seed * 1103515245 + 12345) % 2147483648) }));
      rows.sort((a, b) => a.key - b.key || a.i - b.i);
      return rows[0].key + rows[6000].key + rows[11999].i;`),
  },
  json: {
    title: 'JSON',
    source: kernel(`
      const rows = Array.from({ length: 5000 }, (_, i) => ({ id: i, name: 'customer ' + i, tags: ['a', 'b'], amount: i * 1.25 }));
      const text = JSON.stringify(rows);
      return JSON.parse(text).reduce((sum, row) => sum + row.amount, text.length);`),
  },
};

/** `expected` is what V8 makes of the same text. */
export const KERNELS = Object.entries(TEXTS).map(([key, { title, source }]) => {
  /** @type {number | undefined} */
  let known;
  return {
    key,
    title,
    source,
    expected: () => {
      known ??= Number(runInNewContext(`${source}\nkernel();`));
      return known;
    },
  };
});
