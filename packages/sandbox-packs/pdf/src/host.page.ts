/**
 * Host side of the pdf pack in a page or its worker. Its files come from the address that the page names.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import { pdfFunctions } from './pdf-functions.js';

/** What the page must say. */
export interface PdfPageOptions {
  /** Absolute address below which the files of `assets.json` lie by their names; it ends with `/`. */
  assetsUrl: string | URL;
}

/**
 * The functions over the files at `assetsUrl`.
 * @example
 * export const functions = hostFunctions({ assetsUrl: new URL('/pdf-assets/', location.href) });
 */
export function hostFunctions({ assetsUrl }: PdfPageOptions): HostFunctions {
  const base = new URL('.', assetsUrl).href;
  // The library's worker script is loaded into the worker that calls it, which is off the page's thread already.
  const options = { cMapUrl: base, standardFontDataUrl: base, useWorkerFetch: true };
  return pdfFunctions(async () => ({ options, workerUrl: new URL('pdf.worker.mjs', base).href }));
}

const missing = async ({ where }: { where: string }): Promise<never> => {
  throw new PackUnavailableError(
    where,
    'the PDF reader',
    'Pass hostFunctions({ assetsUrl }) of this module as hostModules.pdf',
  );
};

/** Without an address of its files every call says what is missing. */
export const functions: HostFunctions = { extractText: missing, extractPages: missing };
