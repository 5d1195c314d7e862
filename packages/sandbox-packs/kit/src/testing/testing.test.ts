import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { documentGaps, saidBy } from './document-gaps.js';
import { hostCaller } from './host-caller.js';
import { mutations } from './mutations.js';

describe('hostCaller', () => {
  it('calls by name and keeps warnings', async () => {
    const call = hostCaller('x', {
      async echo({ args, where, warn }) {
        warn(`${where} was called`);
        return args;
      },
    });
    expect(await call('echo', 1, 'a')).toEqual([1, 'a']);
    expect(call.warnings).toEqual(['x.echo was called']);
    await expect(call('other')).rejects.toThrow('x has no function other');
  });
});

describe('mutations', () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, at) => at);
  it('gives the same damaged copies for the same seed', () => {
    const first = [...mutations(bytes, 30, 7)];
    expect(first).toHaveLength(30);
    expect([...mutations(bytes, 30, 7)]).toEqual(first);
    expect([...mutations(bytes, 30, 8)]).not.toEqual(first);
  });

  it('cuts off and overwrites, and leaves the original alone', () => {
    const all = [...mutations(bytes)];
    expect(all).toHaveLength(1000);
    expect(all.filter((copy) => copy.length < 100).length).toBeGreaterThan(300);
    expect(all.filter((copy) => copy.length === 100).length).toBeGreaterThan(600);
    expect([...bytes]).toEqual(Array.from({ length: 100 }, (_, at) => at));
    expect([...mutations(new Uint8Array(0), 10)]).toHaveLength(10);
  });
});

describe('documentGaps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (texts: { readme: string; skill: string; types: string }) => {
    writeFileSync(join(folder, 'README.md'), texts.readme);
    writeFileSync(join(folder, 'SKILL.md'), texts.skill);
    writeFileSync(join(folder, 'guest.d.ts'), texts.types);
    return documentGaps(pathToFileURL(`${folder}/`), { echo() {}, default: {} }, { X_MAX_CHARS: 12_345 });
  };
  const whole = {
    readme: [
      '# @nodetool-ai/sandbox-x\n\n`echo` repeats.\n\n## What it promises\n\n## What it does not promise\n',
      '## What differs from the library\n\n## Limits\n\n| `X_MAX_CHARS` | 12 345 characters |\n\n## Errors\n',
      '| `x.bad-argument` | `PackInputError` | a |\n| `x.timeout` | `PackLimitError` | b |\n\n## Recipes\n',
    ].join('\n'),
    skill:
      '---\nname: sandbox-x\ndescription: Repeats.\n---\n\nSpecifier: `@nodetool-ai/sandbox-x`.\n\n## echo(text)\n\n## Gotchas\n\n1. One.\n',
    types: '/** Repeats. */\nexport function echo(text: string): Promise<string>;\n',
  };

  it('finds none in whole documents', () => expect(write(whole)).toEqual([]));

  it.each([
    ['readme', '12 345', '12345', 'README.md does not state X_MAX_CHARS as 12 345'],
    ['readme', '`echo` repeats', 'It repeats', 'README.md does not name echo'],
    [
      'readme',
      'x.timeout` | `PackLimitError',
      'x.timeout` | `PackFormatError',
      'the error x.timeout of PackFormatError',
    ],
    ['readme', 'x.timeout', 'x.slow', 'the error x.slow of PackLimitError'],
    ['readme', '## Recipes', '## Recipe', 'no section "Recipes"'],
    ['readme', '## Limits', '## Errors\n\n## Limits', 'the section "Errors" of README.md is out of order'],
    ['skill', '## echo', '## say', 'SKILL.md has no section for echo'],
    ['skill', 'name: sandbox-x', 'name: x', 'SKILL.md is named x'],
    ['skill', 'Repeats.', 'R'.repeat(161), 'the description of SKILL.md has 161 characters'],
    ['skill', '1. One.', '1. a\n2. b\n3. c\n4. d\n5. e\n6. f', 'SKILL.md has 6 gotchas'],
    ['types', '/** Repeats. */', '', 'guest.d.ts does not document echo'],
  ] as const)('finds in %s what became of %o', (document, from, to, gap) => {
    expect(write({ ...whole, [document]: whole[document].replace(from, to) }).join()).toContain(gap);
  });
});

describe('saidBy', () => {
  it('reads the comments behind statements', () => {
    expect(saidBy("console.log('a'); // a\nconst b = 1; // 1\n// no\n")).toEqual(['a', '1']);
  });
});
