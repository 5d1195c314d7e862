/**
 * Reads the text in a picture.
 * @module
 */
import type { HostCall } from '@nodetool-ai/protocol';
import { libraryReason, PackError, PackFormatError, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import type { EnginePool } from './engine-pool.js';
import { languageOption } from './language-option.js';
import { psmOption } from './psm-option.js';
import { readImage } from './read-image.js';
import { type Word, wordsOf } from './words.js';

/** What was read. */
export interface Recognized {
  text: string;
  confidence: number;
  words: Word[];
}

/**
 * Decodes the picture and hands it to an engine.
 * @throws {PackError} `ocr.bad-argument`, `ocr.unsupported`, `ocr.bad-format`, `ocr.too-large`, `ocr.too-many`,
 * `ocr.unavailable`
 */
export async function recognizeText(pool: EnginePool, { where, args, signal }: HostCall): Promise<Recognized> {
  const { language, psm } = readOptions(where, args[1], { language: languageOption, psm: psmOption });
  const png = await readImage(where, args[0]);
  return pool.use(where, language, signal, async (engine) => {
    try {
      const page = await engine.recognize(png, psm);
      return { text: page.text, confidence: page.confidence, words: wordsOf(where, page) };
    } catch (error) {
      if (error instanceof PackError) throw error;
      throw new PackFormatError(
        where,
        'bad-format',
        `the engine cannot read the picture: ${libraryReason(error)}`,
        'Pass a larger or plainer picture',
      );
    }
  });
}
