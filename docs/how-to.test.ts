import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as http from 'node:http';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as protocol from '@nodetool-ai/protocol';
import * as compiler from '@nodetool-ai/sandbox-compiler';
import * as core from '@nodetool-ai/sandbox-core';
import { describe, expect, it } from 'vitest';
import { programsOf, runHostProgram } from '../packages/sandbox-core/test/readme-programs.js';

const modules = {
  '@nodetool-ai/protocol': protocol,
  '@nodetool-ai/sandbox-compiler': compiler,
  '@nodetool-ai/sandbox-core': core,
  'node:fs/promises': fs,
  'node:http': http,
  'node:os': os,
  'node:path': path,
};
const at = (page: string) => new URL(page, import.meta.url);
const read = (page: string) => readFileSync(at(page), 'utf8');

const jobs = readdirSync(at('how-to'))
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => `how-to/${file}`);
const programs = [...jobs, 'secrets.md'].flatMap((page) =>
  programsOf(read(page)).map((program) => ({ page, ...program })),
);

describe('the how-to pages', () => {
  it('are all in the list of jobs', () => {
    const list = read('how-to/README.md');
    expect(jobs.filter((page) => !list.includes(`(${page.slice('how-to/'.length)})`))).toEqual([]);
  });

  it('show programs that say what they print, one of a page excepted, which needs a page', () => {
    const shown = new Set(programs.map(({ page }) => page));
    expect(jobs.filter((page) => !shown.has(page))).toEqual(['how-to/run-in-a-page.md']);
    expect(programs.filter(({ said }) => said.size === 0)).toEqual([]);
  });

  it.each(programs)('show programs that print what $page says, line $line', async (program) => {
    expect(await runHostProgram(program, modules)).toEqual(program.said);
  });

  it('show code for a page that fits its types', async () => {
    const pages = ['how-to/run-in-a-page.md', 'how-to/deliver-packs-to-a-page.md'];
    const blocks = pages.flatMap((page) =>
      [...read(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? ''),
    );
    expect(blocks).toHaveLength(3);
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'how-to-'));
    await fs.symlink(fileURLToPath(at('node_modules')), path.join(folder, 'node_modules'), 'junction');
    const files = await Promise.all(
      blocks.map(async (block, index) => {
        const file = path.join(folder, `block-${index}.mts`);
        await fs.writeFile(file, block);
        return file;
      }),
    );
    const compiler = fileURLToPath(at('../node_modules/typescript/bin/tsc'));
    const settings =
      '--noEmit --strict --target ES2022 --module ESNext --moduleResolution Bundler --lib ES2023,DOM --types';
    const said = await new Promise<string>((resolve) => {
      // On success there is nothing on the output.
      execFile(
        process.execPath,
        [compiler, ...settings.split(' '), '', ...files],
        { cwd: folder },
        (_error, out, err) => resolve(out + err),
      );
    });
    await fs.rm(folder, { recursive: true });
    expect(said).toBe('');
  }, 120_000);
});
