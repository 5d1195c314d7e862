import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as Diff from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { DIFF_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { unified } = index as unknown as typeof Diff;
const line = '='.repeat(67);

/** Applies a patch by the letter: every line of a hunk must be where it says. */
function apply(patch: string, text: string): string {
  const lines = text.split(/(?<=\n)/);
  const result: string[] = [];
  let at = 0;
  const hunkLines = patch.split('\n').slice(3, -1);
  for (const [index, entry] of hunkLines.entries()) {
    const header = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(entry);
    if (header) {
      const start = Number(header[1]) - (header[2] === '0' ? 0 : 1);
      result.push(...lines.slice(at, start));
      at = start;
    } else if (!entry.startsWith('\\')) {
      const end = hunkLines[index + 1]?.startsWith('\\') ? '' : '\n';
      const content = entry.slice(1) + end;
      if (!entry.startsWith('+')) {
        if (lines[at] !== content) throw new Error(`line ${at + 1} is not ${JSON.stringify(content)}`);
        at += 1;
      }
      if (!entry.startsWith('-')) result.push(content);
    }
  }
  return [...result, ...lines.slice(at)].join('');
}

describe('unified', () => {
  it('shows a change with its context', async () => {
    expect(await unified('x\ny\nz\n', 'x\nY\nz\n')).toBe(`${line}\n--- a\n+++ b\n@@ -1,3 +1,3 @@\n x\n-y\n+Y\n z\n`);
  });

  it('gives three lines and no hunk for equal texts', async () => {
    expect(await unified('x\n', 'x\n', { oldName: 'n', newName: 'n' })).toBe(`${line}\n--- n\n+++ n\n`);
    expect(await unified('', '')).toBe(`${line}\n--- a\n+++ b\n`);
  });

  it('marks a missing line break on both sides', async () => {
    const patch = await unified('x', 'y');
    expect(patch.split('\\ No newline at end of file')).toHaveLength(3);
    expect((await unified('x', 'x\n')).split('\\ No newline at end of file')).toHaveLength(2);
  });

  it('clamps the context', async () => {
    const text = Array.from({ length: 300 }, (_, at) => `${at}\n`);
    const changed = [...text.slice(0, 150), 'new\n', ...text.slice(151)].join('');
    const hunk = async (context?: number) =>
      (await unified(text.join(''), changed, context === undefined ? {} : { context })).match(/@@ (.*) @@/)?.[1];
    expect(await hunk()).toBe('-148,7 +148,7');
    expect([await hunk(0), await hunk(-5)]).toEqual(['-151,1 +151,1', '-151,1 +151,1']);
    expect([await hunk(100), await hunk(1e9)]).toEqual(['-51,201 +51,201', '-51,201 +51,201']);
  });

  it('can be applied', async () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\r\n', '-x\n', '@@\n', '\\ z\n'), { maxLength: 30 })
      .chain((lines) => fc.constantFrom('', 'end').map((end) => lines.join('') + end));
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 0, max: 5 }), async (a, b, context) => {
        expect(apply(await unified(a, b, { context }), a)).toBe(b);
      }),
      { numRuns: 500 },
    );
  });

  it.skipIf(spawnSync('patch', ['--version']).status !== 0)('can be applied by patch', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-diff-'));
    try {
      const a = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten';
      const b = 'zero\none\ntwo\nthree\nfour\nFIVE\nsix\nseven\nten\n';
      writeFileSync(join(folder, 'text.txt'), a);
      const input = await unified(a, b, { oldName: 'text.txt', newName: 'text.txt' });
      const { status, stdout } = spawnSync('patch', ['-p0'], { cwd: folder, input, encoding: 'utf8' });
      expect([status, stdout]).toEqual([0, expect.stringContaining('patching file')]);
      expect(readFileSync(join(folder, 'text.txt'), 'utf8')).toBe(b);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['diff'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(DIFF_CALL_TIMEOUT_MS);
  });
});
