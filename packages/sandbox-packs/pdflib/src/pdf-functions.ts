/**
 * The functions of the pack over a source of the fallback font.
 * @module
 */

import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';
import type { FontSource } from './font-book.js';

/** @param loadFont - called on the first text that needs it; what it gives is kept */
export function pdfFunctions(loadFont: FontSource): HostFunctions {
  let font: Promise<Uint8Array> | undefined;
  const fallbackFont: FontSource = async (where) => {
    font ??= loadFont(where);
    try {
      return await font;
    } catch (error) {
      font = undefined;
      throw error;
    }
  };
  return {
    async build({ where, args, warn }) {
      const { buildPdf } = await loadLibrary(where, 'pdf-lib', () => import('./build-pdf.js'));
      return buildPdf(where, args[0], { fallbackFont, warn });
    },
    async merge({ where, args }) {
      const { mergePdfs } = await loadLibrary(where, 'pdf-lib', () => import('./merge-pdfs.js'));
      return mergePdfs(where, args[0]);
    },
  };
}
