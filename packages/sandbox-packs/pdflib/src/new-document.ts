import { PDFDocument } from 'pdf-lib';

const MAKER = 'nodetool-ai/sandbox-pdflib';
// Equal input gives equal bytes.
const DATE = new Date('1980-01-01T00:00:00Z');

/** What a document says about itself. */
export interface DocumentProperties {
  title?: string | undefined;
  author?: string | undefined;
  subject?: string | undefined;
  keywords?: string[] | undefined;
}

/** An empty document with a fixed maker and fixed dates. */
export async function newDocument(properties: DocumentProperties = {}): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setProducer(MAKER);
  document.setCreator(MAKER);
  document.setCreationDate(DATE);
  document.setModificationDate(DATE);
  const { title, author, subject, keywords } = properties;
  if (title !== undefined) document.setTitle(title);
  if (author !== undefined) document.setAuthor(author);
  if (subject !== undefined) document.setSubject(subject);
  if (keywords !== undefined) document.setKeywords(keywords);
  return document;
}
