import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { functions } from '@nodetool-ai/sandbox-pdf/host';
import { describe, expect, it } from 'vitest';
import { sample } from './samples.js';

const call = hostCaller('pdf', functions);
const pages = (path: string) => call('extractPages', sample(path)) as Promise<{ pageNumber: number; text: string }[]>;

// Facts: what pdfinfo and pdftotext say of the same files.
describe('PDF files of other programs', { timeout: 60_000 }, () => {
  it.each([
    ['pdf-samples/test/data/01-valid.pdf', 14, 0, 'Trace-based Just-in-Time Type Specialization for Dynamic'],
    ['pdf-samples/test/data/01-valid.pdf', 14, 13, 'Science foundation (NSF)'],
    ['pdf-samples/test/data/02-valid.pdf', 5, 0, 'Contents lists available at ScienceDirect'],
    ['pdf-samples/test/data/04-valid.pdf', 5, 0, 'ORIGINAL ARTICLE'],
    ['pdf-samples/test/data/05-versions-space.pdf', 1, 0, 'Dadfrtfjh,mgf'],
    ['pdf-to-text/test/test_data/multipage_searchable.pdf', 8, 0, 'by David A. Freedman'],
    ['pdf-to-text/test/test_data/multipage_searchable.pdf', 8, 7, 'Prove it with figures'],
  ])('%s has %i pages, and page %i holds a sentence', async (path, count, at, sentence) => {
    const found = await pages(path);
    expect(found.map(({ pageNumber }) => pageNumber)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(found[at]?.text.replace(/\s+/g, ' ')).toContain(sentence);
  });

  it('a file with a broken cross-reference table and no page tree is refused', async () => {
    await expect(pages('pdf-samples/test/data/03-invalid.pdf')).rejects.toMatchObject({ code: 'pdf.bad-format' });
  });
});
