/**
 * Host side of the pdflib pack in a page or its worker. Its fallback font comes from the address that the page names.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import { pdfFunctions } from './pdf-functions.js';

/** What the page can say. */
export interface PdflibPageOptions {
  /** Absolute address below which the files of `assets.json` lie by their names; it ends with `/`. */
  assetsUrl: string | URL;
}

/**
 * The functions over the font at `assetsUrl`.
 * @example
 * export const functions = hostFunctions({ assetsUrl: new URL('/pdflib-assets/', location.href) });
 */
export function hostFunctions({ assetsUrl }: PdflibPageOptions): HostFunctions {
  const url = new URL('DejaVuSans.ttf', assetsUrl);
  return pdfFunctions(async (where) => {
    const response = await fetch(url).catch(() => undefined);
    if (!response?.ok)
      throw new PackUnavailableError(where, 'the fallback font', 'Serve the files of assets.json at assetsUrl');
    return new Uint8Array(await response.arrayBuffer());
  });
}

/** Without an address all works but text outside WinAnsi in a standard font. */
export const functions: HostFunctions = pdfFunctions(async (where) => {
  throw new PackUnavailableError(
    where,
    'the fallback font for text outside WinAnsi',
    'Pass a font in fonts, or hostFunctions({ assetsUrl }) of this module as hostModules.pdflib',
  );
});
