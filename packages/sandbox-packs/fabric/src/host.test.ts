import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { withShippedFamily } from './canvas-platform.js';
import * as host from './host.js';
import * as page from './host.page.js';

it('loads no canvas before the first call', () => {
  expect(Object.keys(host.functions)).toEqual(Object.keys(page.functions));
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  expect(loaded.filter((file) => /canvas|fabric/.test(file))).toEqual([]);
});

it('says what a page must pass', async () => {
  const call = {
    args: [],
    where: 'fabric.render',
    signal: new AbortController().signal,
    deadlineMs: 1,
    warn: () => {},
  };
  await expect(page.functions['render']?.(call)).rejects.toMatchObject({
    code: 'fabric.unavailable',
    message: expect.stringContaining('hostFunctions({ assetsUrl })'),
  });
  expect(() => page.hostFunctions({ assetsUrl: 'fonts/' })).toThrow(TypeError);
});

it('puts a shipped family in place of any other', () => {
  expect(withShippedFamily('italic bold 12px Arial')).toBe('italic bold 12px "nodetool-dejavu-sans"');
  expect(withShippedFamily('12.5px "Times New Roman", serif')).toBe('12.5px "nodetool-dejavu-serif"');
  expect(withShippedFamily('normal normal 40px DejaVu Sans Mono')).toBe('normal normal 40px "nodetool-dejavu-mono"');
  expect(withShippedFamily('12px a\nb')).toBe('12px "nodetool-dejavu-sans"');
});
