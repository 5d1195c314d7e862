import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canCheck, dataFile, type ExampleRun, removeOut, runExample, workOut } from '../run-example.js';

interface Expected {
  title: string;
  description: string;
  images: number;
  headings: number;
  links: { href: string; text: string; type: string; host: string }[];
}

let run: ExampleRun;
beforeAll(async () => {
  run = await runExample('web-page');
}, 120_000);
afterAll(() => removeOut(run));

const result = (name: string): string => readFileSync(join(run.out, name), 'utf8');

describe('web-page', () => {
  it('ends well', () => {
    expect(run.stderr).not.toContain('error');
    expect(run.status).toBe(0);
  });

  it('writes the text of the page as Markdown, without its scripts and styles', () => {
    const text = result('page.md');
    expect(text).toContain('### The HTML Presentation Framework');
    expect(text).toContain('[Hakim El Hattab](http://hakim.se)');
    expect(text).not.toMatch(/<script|Reveal\.initialize\(\{/);
  });

  describe.skipIf(!canCheck)('against the same page read in Python', () => {
    let expected: Expected;
    beforeAll(() => {
      expected = workOut<Expected>('web-page/check.py', [
        dataFile('reveal.js/demo.html'),
        'https://revealjs.com/demo/',
      ]);
    });

    it('lists the same links in the same order', () => {
      const [heading, ...rows] = result('links.csv').trimEnd().split('\n');
      expect(heading).toBe('href,text,type,host,valid');
      expect(rows.map((row) => row.split(',')[0])).toEqual(expected.links.map((link) => link.href));
      const written = expected.links.map(({ href, text, type, host }) => {
        const field = /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        return `${href},${field},${type},${host},true`;
      });
      expect(rows).toEqual(written);
    });

    it('sums up the same in YAML', () => {
      const hosts = new Map<string, number>();
      for (const { host, type } of expected.links)
        if (type === 'external' && host) hosts.set(host, (hosts.get(host) ?? 0) + 1);
      const summary = load(result('summary.yaml')) as { hosts: { host: string; links: number }[] };
      expect(summary).toMatchObject({
        title: expected.title,
        description: expected.description,
        headings: expected.headings,
        images: expected.images,
        links: {
          total: expected.links.length,
          internal: expected.links.filter((link) => link.type === 'internal').length,
          without_text: expected.links.filter((link) => link.text === '').length,
        },
      });
      expect(new Map(summary.hosts.map(({ host, links }) => [host, links]))).toEqual(hosts);
    });
  });
});
