import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programsOf, runHostProgram } from '../test/readme-programs.js';
import * as core from './index.node.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const programs = programsOf(readme);

describe('README.md', () => {
  it('shows programs, and one of a guest', () => {
    expect(programs.filter(({ isBody }) => !isBody).length).toBeGreaterThanOrEqual(8);
    expect(programs.filter(({ isBody }) => isBody)).toHaveLength(1);
    expect(programs.filter(({ said }) => said.size === 0)).toEqual([]);
  });

  it.each(programs.filter(({ isBody }) => !isBody))('prints what it says: program of line $line', async (program) => {
    expect(await runHostProgram(program, { '@nodetool-ai/sandbox-core': core })).toEqual(program.said);
  });

  it.each(programs.filter(({ isBody }) => isBody))('prints what it says: body of line $line', async (program) => {
    const run = await core.runInSandbox({ code: program.source });
    // `Intl` puts a no-break space before the sign of a currency.
    expect(run.logs.map((line) => line.replaceAll('\u00a0', ' '))).toEqual([...program.said.values()]);
    expect(run.error).toBeUndefined();
  });

  it('names every global that is not of the language itself', async () => {
    const run = await core.runInSandbox({ code: 'return Object.getOwnPropertyNames(globalThis)' });
    const ours = (run.result as string[]).filter(
      (name) => core.RESERVED_SANDBOX_NAMES.includes(name) && !name.startsWith('__'),
    );
    const section = readme.split('\n## What a program sees\n')[1]?.split('\n## ')[0] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('|'));
    const named = rows.map((row) => row.split('|')[1] ?? '').join(' ');
    expect(ours).toContain('parallelMap');
    expect(ours.filter((name) => !new RegExp(`\`${name}\\b`).test(named))).toEqual([]);
  });

  it('states the longest text that is run', async () => {
    const stated = Number(plain(/has at most ([\d ]+) characters/.exec(readme)?.[1]));
    const text = (length: number) => 'return 1'.padEnd(length, ' ');
    expect(await core.runInSandbox({ code: text(stated) })).toMatchObject({ result: 1 });
    const refused = await core.runInSandbox({ code: text(stated + 1) });
    expect(refused.errorInfo?.code).toBe('SYNTAX');
    expect(refused.error).toContain(`${stated} are accepted`);
  });
});

const plain = (text: string | undefined): string => (text ?? '').replaceAll(/(?<=\d)[_ ](?=\d)/g, '');
