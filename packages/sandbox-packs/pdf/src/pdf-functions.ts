/**
 * The functions of the pack over the places of the library's own files.
 * @module
 */

import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';
import type { PdfFiles } from './pdf-files.js';

/** @param locate - asked on each call */
export function pdfFunctions(locate: (where: string) => Promise<PdfFiles>): HostFunctions {
  const load = (where: string) => loadLibrary(where, 'pdf-parse', () => import('./extract-pages.js'));
  return {
    async extractText(call) {
      const { extractPages } = await load(call.where);
      const pages = await extractPages(call, await locate(call.where), { isWhole: true });
      return pages.map(({ text }) => text).join('\n\n');
    },
    async extractPages(call) {
      const { extractPages } = await load(call.where);
      return extractPages(call, await locate(call.where), { isWhole: false });
    },
  };
}
