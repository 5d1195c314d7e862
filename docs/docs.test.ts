import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as protocol from '@nodetool-ai/protocol';
import * as protocolCore from '@nodetool-ai/protocol/core';
import { compilePacks } from '@nodetool-ai/sandbox-compiler';
import * as core from '@nodetool-ai/sandbox-core';
import { describe, expect, it } from 'vitest';
import * as surface from '../packages/sandbox-core/src/manifest/surface/index.js';
import { programsOf, runHostProgram } from '../packages/sandbox-core/test/readme-programs.js';
import * as conformance from '../tooling/conformance/hosts.js';
import { shippedPacks } from './generate/pack-facts.mjs';
import { generatedPages } from './generate/pages.mjs';

const docs = dirname(fileURLToPath(import.meta.url));
const root = dirname(docs);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Pages that people read first, everything in docs, and the READMEs of the packages. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => `docs/${file}`),
  ...['packages', 'packages/sandbox-packs', 'examples']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`))
    .filter((file) => existsSync(join(root, file))),
];

const packs = await shippedPacks(root, protocol.SANDBOX_HOST_MODULES, compilePacks);

describe('the documents', () => {
  it.each([...generatedPages({ protocol, core, surface, conformance, packs, read })])(
    'have %s as it is generated',
    (path, text) => {
      expect(read(path), 'run `npm run docs:generate`').toBe(text);
    },
  );

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

  it('name a defence and a test that exists in each row of the threat model', () => {
    const page = read('docs/threat-model.md');
    const rows = (
      page
        .split('## Vectors')[1]
        ?.split('## What is not protected')[0]
        ?.match(/^\| .*$/gm) ?? []
    )
      .filter((row) => !row.startsWith('| attack |'))
      .map((row) => row.slice(2, -2).split(' | '));
    expect(rows.length).toBeGreaterThan(60);
    for (const [attack, defence, file, test, ...more] of rows) {
      expect([defence?.length, file?.length, more.length], attack).toEqual([
        expect.toSatisfy((length: number) => length > 20),
        expect.toSatisfy((length: number) => length > 5),
        0,
      ]);
      // The supply chain has no test of ours.
      if (test === '–') continue;
      const [, path = '', title = ''] = /^`((?:packages|tooling)\/[^`]+\.ts)`: (.{8,})$/.exec(test ?? '') ?? [];
      expect(read(path), `${path} has the title`).toContain(title.replaceAll('\\|', '|'));
    }
  });

  it('say of each thing that is not protected why it is not', () => {
    const rows =
      read('docs/threat-model.md')
        .split('## What is not protected')[1]
        ?.match(/^\| .*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows.slice(1)) expect(row.slice(2, -2).split(' | ')).toHaveLength(2);
  });

  const modules = {
    '@nodetool-ai/protocol': protocol,
    '@nodetool-ai/protocol/core': protocolCore,
    '@nodetool-ai/sandbox-core': core,
  };
  const shown = ['README.md', 'packages/protocol/README.md'].flatMap((page) =>
    programsOf(read(page)).map((program) => ({ page, ...program })),
  );

  it('show programs that say what they print', () => {
    expect(new Set(shown.map(({ page }) => page)).size).toBe(2);
    expect(shown.filter(({ said }) => said.size === 0)).toEqual([]);
  });

  it.each(shown)('show programs that print what $page says, line $line', async (program) => {
    expect(await runHostProgram(program, modules)).toEqual(program.said);
  });
});
