import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import type { PdfFiles } from './pdf-files.js';

/**
 * The files of the installed package.
 * @throws {PackUnavailableError} `pdf.unavailable`
 */
export function installedFiles(where: string): PdfFiles {
  let folder: string;
  try {
    folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  } catch {
    throw new PackUnavailableError(where, 'the PDF reader', 'Install it on the host: npm install pdfjs-dist');
  }
  return {
    // The library reads these two with the file system, and joins names to them as they are.
    options: { cMapUrl: `${join(folder, 'cmaps')}/`, standardFontDataUrl: `${join(folder, 'standard_fonts')}/` },
    workerUrl: pathToFileURL(join(folder, 'legacy', 'build', 'pdf.worker.mjs')).href,
  };
}
