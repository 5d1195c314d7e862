/**
 * What the guest's functions call, over either build of the library.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';
import type { Mammoth } from './convert-docx.js';

/** Functions by export name, as the host-module registry lists them; the library is loaded on first use. */
export function hostFunctions(loadMammoth: () => Promise<{ readonly default: Mammoth }>): HostFunctions {
  const load = (where: string) =>
    loadLibrary(where, 'mammoth', () => Promise.all([loadMammoth(), import('./convert-docx.js')]));
  return {
    async extractRawText({ where, args, warn }) {
      const [{ default: mammoth }, { extractRawText }] = await load(where);
      return extractRawText(mammoth, where, args[0], args[1], warn);
    },
    async convertToHtml({ where, args, warn }) {
      const [{ default: mammoth }, { convertToHtml }] = await load(where);
      return convertToHtml(mammoth, where, args[0], args[1], warn);
    },
  };
}
