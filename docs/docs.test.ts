import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SANDBOX_ERROR_CODES, SANDBOX_LIMITS } from '@nodetool-ai/protocol';
import * as core from '@nodetool-ai/sandbox-core';
import { describe, expect, it } from 'vitest';
import { limitsPage } from './generate/limits-page.mjs';

const docs = dirname(fileURLToPath(import.meta.url));
const root = dirname(docs);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Pages that people read first, and everything in docs. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => `docs/${file}`),
];

describe('the documents', () => {
  it('have a page of limits that agrees with the code', () => {
    expect(read('docs/limits.md')).toBe(limitsPage(SANDBOX_LIMITS, core, SANDBOX_ERROR_CODES));
  });

  it.each(pages)('%s links only to files that exist', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1] ?? '');
    const broken = links.filter((link) => !existsSync(join(root, dirname(page), link)));
    expect(broken).toEqual([]);
  });

  it('name files that exist in the threat model', () => {
    const paths = [...read('docs/threat-model.md').matchAll(/`((?:packages|tooling)\/[^`\s]+)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('show programs in the README that run as written', async () => {
    const snippets = [...read('README.md').matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
    const body = snippets.join('\n').replace(/^import .*$/m, '');
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (run: unknown) => Promise<unknown>;
    const seen = await new AsyncFunction('runInSandbox', `${body}; return { run, failed };`)(core.runInSandbox);
    expect(seen).toMatchObject({
      run: { success: true, result: { total: 42, rate: 1.1 }, logs: ['orders 2'], usage: { bridgeCalls: 1 } },
      failed: {
        error: 'RangeError: no rows',
        errorInfo: { code: 'GUEST', line: 2 },
      },
    });
  });
});
