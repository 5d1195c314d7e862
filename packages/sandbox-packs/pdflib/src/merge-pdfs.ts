/**
 * The pages of several documents as one.
 * @module
 */
import { libraryReason, PackError, PackFormatError, PackLimitError, readList } from '@nodetool-ai/sandbox-pack-kit';
import { EncryptedPDFError, PDFDocument } from 'pdf-lib';
import { boundStreams } from './bound-streams.js';
import { bad, meterOf } from './fields.js';
import { PDFLIB_MAX_DOCUMENTS, PDFLIB_MAX_MERGED_PAGES } from './limits.js';
import { newDocument } from './new-document.js';

/**
 * Copies all pages in their order. What belongs to a document and not to a page stays behind: outlines, scripts of
 * the document, attached files, form definitions.
 * @throws {PackError} `pdflib.bad-argument`, `pdflib.too-many`, `pdflib.too-large`, `pdflib.bad-format`,
 * `pdflib.encrypted`; the last two name `pdfs[<i>]`
 */
export async function mergePdfs(where: string, value: unknown): Promise<Uint8Array> {
  const meter = meterOf(where);
  const list = readList(where, 'pdfs', value, { max: PDFLIB_MAX_DOCUMENTS, name: 'PDFLIB_MAX_DOCUMENTS' });
  if (list.length === 0) throw bad(where, 'pdfs is empty', 'Pass at least one document');
  const files = list.map((file, at) => meter.file(`pdfs[${at}]`, file));
  const merged = await newDocument();
  boundStreams(merged);
  for (const [at, file] of files.entries()) {
    try {
      await addPages(where, merged, file);
    } catch (error) {
      throw toPackError(where, `pdfs[${at}]`, error);
    }
  }
  try {
    return await merged.save();
  } catch (error) {
    throw toPackError(where, 'pdfs', error);
  }
}

async function addPages(where: string, merged: PDFDocument, file: Uint8Array): Promise<void> {
  const source = await PDFDocument.load(file, { updateMetadata: false });
  const indices = source.getPageIndices();
  if (indices.length === 0) throw new Error('it has no pages');
  if (merged.getPageCount() + indices.length > PDFLIB_MAX_MERGED_PAGES) {
    throw new PackLimitError(
      where,
      'too-many',
      `all documents have more than ${PDFLIB_MAX_MERGED_PAGES} pages`,
      'Merge fewer',
      'PDFLIB_MAX_MERGED_PAGES',
    );
  }
  for (const page of await merged.copyPages(source, indices)) merged.addPage(page);
}

function toPackError(where: string, label: string, error: unknown): PackError {
  if (error instanceof PackError) return error;
  if (error instanceof EncryptedPDFError) {
    return new PackFormatError(where, 'encrypted', `${label} is encrypted`, 'Save it without a password first');
  }
  return new PackFormatError(
    where,
    'bad-format',
    `${label} cannot be read as a PDF: ${libraryReason(error)}`,
    'Check that all bytes of the document arrived',
  );
}
