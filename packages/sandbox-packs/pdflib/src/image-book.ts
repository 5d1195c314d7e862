/**
 * Images of one document; equal bytes are embedded once.
 * @module
 */
import { libraryReason, PackFormatError, readImageHeader } from '@nodetool-ai/sandbox-pack-kit';
import type { PDFDocument, PDFImage } from 'pdf-lib';
import { checkPng } from './check-png.js';

interface KnownImage {
  bytes: Uint8Array;
  image: PDFImage;
}

/** Embeds images. */
export class ImageBook {
  readonly #where: string;
  readonly #document: PDFDocument;
  readonly #known = new Map<number, KnownImage[]>();

  constructor(where: string, document: PDFDocument) {
    this.#where = where;
    this.#document = document;
  }

  /** @throws {PackError} `pdflib.unsupported`, `pdflib.bad-format`, `pdflib.too-large` */
  async embed(label: string, bytes: Uint8Array): Promise<PDFImage> {
    const alike = this.#known.get(bytes.length) ?? [];
    const known = alike.find((other) => areEqual(other.bytes, bytes));
    if (known) return known.image;
    const header = readImageHeader(this.#where, label, bytes, ['png', 'jpeg']);
    if (header.format === 'png') await checkPng(this.#where, label, bytes, header);
    const image = await this.#add(label, bytes, header.format === 'png');
    this.#known.set(bytes.length, [...alike, { bytes, image }]);
    return image;
  }

  async #add(label: string, bytes: Uint8Array, isPng: boolean): Promise<PDFImage> {
    try {
      const image = isPng ? await this.#document.embedPng(bytes) : await this.#document.embedJpg(bytes);
      // Here and not on saving, so that a damaged image is named.
      await image.embed();
      return image;
    } catch (error) {
      throw new PackFormatError(
        this.#where,
        'bad-format',
        `${label} cannot be read: ${libraryReason(error)}`,
        'Check that all bytes of the image arrived',
      );
    }
  }
}

function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.every((byte, at) => byte === right[at]);
}
