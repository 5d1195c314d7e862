import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as protocol from '@nodetool-ai/protocol';
import * as core from '@nodetool-ai/sandbox-core';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/temporary-app.js';
import { PACK_FINDING_CODES } from './findings.js';
import * as compiler from './index.js';
import * as limits from './limits.js';

const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Rows of the table under a heading, cells trimmed. */
function table(heading: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('README.md', () => {
  it('lists every finding with its status', () => {
    const listed = table('Findings').map(([code, status]) => [code?.slice(1, -1), status]);
    expect(listed).toEqual(Object.entries(PACK_FINDING_CODES));
  });

  it('states the limits that hold', () => {
    expect(table('Limits').map(([, value]) => value)).toEqual([
      `${limits.PACKAGE_JSON_MAX_BYTES} bytes`,
      `${limits.AUTHORED_FILE_MAX_BYTES} bytes`,
      `${limits.PACK_MAX_BYTES} bytes`,
      `${limits.BUNDLE_INPUT_MAX_BYTES} bytes`,
      `${limits.NPM_BUNDLE_MAX_BYTES} bytes`,
      `${limits.WASM_FILE_MAX_BYTES} bytes`,
      `${limits.SKILL_MAX_BYTES} bytes`,
      `${limits.LICENSE_MAX_BYTES} bytes`,
      `${protocol.PACK_MAX_MODULES}`,
      `${limits.NPM_PROBE_TIMEOUT_MS} ms`,
      `${limits.NPM_PROBE_MEMORY_BYTES} bytes`,
      `${limits.NPM_PROBE_STACK_BYTES} bytes`,
      `${limits.PROBE_MAX_LINES} of ${limits.PROBE_LINE_MAX_CHARS} characters`,
      `${limits.SCAN_MAX_WARNINGS}`,
      `${limits.COMMONJS_MAX_NAMES}`,
      `${limits.COMPILE_CONCURRENCY.default}, at most ${limits.COMPILE_CONCURRENCY.ceiling}`,
      `${limits.DELIVERY_ID_MAX_CHARS} characters`,
      `${limits.ASSET_LIST_MAX_BYTES} bytes`,
      `${limits.ASSET_MAX_BYTES} bytes`,
    ]);
  });

  it('has a first example that prints what it says', async () => {
    const example = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    const body = example.replace(/^import .*$/gm, (line, at: number) =>
      at < example.indexOf('const catalog') ? '' : line,
    );
    const cwd = fileURLToPath(new URL('../../..', import.meta.url));
    const printed: unknown[] = [];
    const cache = new compiler.CompiledModuleCache(temporaryFolder());
    const run = new Function(
      'loadCatalog',
      'runInSandbox',
      'console',
      'process',
      `return (async () => {${body}})();`,
    ) as (...args: unknown[]) => Promise<void>;
    await run(
      (options: compiler.CompilePacksOptions) =>
        compiler.loadCatalog({ ...options, cache, only: '@nodetool-ai/sandbox-yaml' }),
      core.runInSandbox,
      { log: (value: unknown) => printed.push(value) },
      { cwd: () => cwd },
    );
    expect(printed).toEqual([{ name: 'Ada' }]);
  });
});
