/**
 * Host side of the ocr pack in a page. Its files come from the address that the page names.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary, PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import { EnginePool } from './engine-pool.js';
import { OCR_ENGINE_IDLE_MS, OCR_MAX_ENGINES } from './limits.js';
import { recognizeText } from './recognize.js';

/** What the page must say. */
export interface OcrPageOptions {
  /** Absolute address below which the files of `assets.json` lie by their names; it ends with `/`. */
  assetsUrl: string | URL;
}

/**
 * The functions over the files at `assetsUrl`.
 * @example
 * export const functions = hostFunctions({ assetsUrl: new URL('/ocr-assets/', location.href) });
 */
export function hostFunctions({ assetsUrl }: OcrPageOptions): HostFunctions {
  const base = new URL(assetsUrl);
  const files = {
    workerPath: new URL('worker.min.js', base).href,
    corePath: new URL('.', base).href,
    langPath: new URL('.', base).href,
    gzip: true,
  };
  const pool = new EnginePool(
    async (where, languages) => {
      for (const language of languages) await requireLanguage(where, language, base);
      const { startEngine } = await loadLibrary(where, 'tesseract.js', () => import('./start-engine.js'));
      return startEngine({ where, languages, files });
    },
    OCR_MAX_ENGINES,
    OCR_ENGINE_IDLE_MS,
  );
  return { recognize: (call) => recognizeText(pool, call) };
}

// An engine that does not find its data leaves its worker behind.
async function requireLanguage(where: string, language: string, base: URL): Promise<void> {
  const file = `${language}.traineddata.gz`;
  const response = await fetch(new URL(file, base)).catch(() => undefined);
  await response?.body?.cancel();
  if (response?.ok) return;
  throw new PackUnavailableError(where, `the language "${language}"`, `Serve ${file} at the address of assetsUrl`);
}

/** Without an address of its files every call says what is missing. */
export const functions: HostFunctions = {
  async recognize({ where }) {
    throw new PackUnavailableError(
      where,
      'the text engine',
      'Pass hostFunctions({ assetsUrl }) of this module as hostModules.ocr',
    );
  },
};
