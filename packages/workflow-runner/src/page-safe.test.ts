import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Every file the entry loads, following relative imports and the other package that this one is made of. */
function cone(entry: string): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = readFileSync(file, 'utf8');
    found.set(file, text);
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s+'([^']+)'/g)) {
      const path = specifier.startsWith('.') ? join(dirname(file), specifier.replace(/\.js$/, '.ts')) : undefined;
      if (path !== undefined && existsSync(path)) waiting.push(path);
    }
  }
  return found;
}

it('loads in a page: no file of the main entry imports a part of Node', () => {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const files = [...cone(join(here, 'index.ts')), ...cone(join(here, '../../code-nodes/src/index.ts'))];
  expect(files.length).toBeGreaterThan(20);
  for (const [file, text] of files) {
    expect(file).not.toMatch(/\.node\.ts$|\/node\//);
    expect(text, file).not.toMatch(/(from|import)\s*\(?'(node:|fs|path|crypto|os|util)|\bBuffer\.|\bprocess\.[a-z]/);
  }
});
