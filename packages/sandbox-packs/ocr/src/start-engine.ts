/**
 * Starts tesseract.js with the same care on every platform.
 * @module
 */
import { libraryReason, PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import Tesseract from 'tesseract.js';
import type { OcrEngine } from './engine.js';

/** Language data beside that of the first language. */
export interface LanguageBytes {
  language: string;
  bytes: Uint8Array;
}

/** How the engine is started. */
export interface EngineStart {
  where: string;
  languages: readonly string[];
  /** Options of tesseract.js that name its files. */
  files: Partial<Tesseract.WorkerOptions>;
  /** Data of languages that do not lie where `files.langPath` says, unpacked. */
  more?: readonly LanguageBytes[];
}

/** The engine's thread, as far as Node shows it. */
interface NodeThread {
  ref?(): void;
  unref?(): void;
}

const LSTM_ONLY = 1;

/**
 * Starts an engine.
 *
 * `errorHandler` is not optional in truth: without it the library throws on a timer tick, which ends the process. A start
 * that fails is told to it alone.
 *
 * @throws {PackUnavailableError} `ocr.unavailable`: the language data cannot be loaded
 */
export async function startEngine({ where, languages, files, more = [] }: EngineStart): Promise<OcrEngine> {
  const extra = more.map(({ language }) => language);
  const loaded = languages.filter((language) => !extra.includes(language));
  let fail: (reason: unknown) => void = () => {};
  const failure = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Later errors reject the call that they belong to.
  failure.catch(() => {});
  const options = { ...files, cacheMethod: 'none', logger: () => {}, errorHandler: (reason: unknown) => fail(reason) };
  try {
    // The engine's own remarks go to the console otherwise.
    const quiet = { debug_file: '/dev/null' } as Partial<Tesseract.InitOptions>;
    const worker = await Promise.race([Tesseract.createWorker(loaded, LSTM_ONLY, options, quiet), failure]);
    for (const { language, bytes } of more) {
      await worker.FS('writeFile', [`./${language}.traineddata`, bytes]);
      // The library asks this list what is loaded already, and fetches the rest.
      loaded.push(language);
    }
    if (more.length > 0) await worker.reinitialize(languages.join('+'), LSTM_ONLY);
    return engineOver(worker);
  } catch (error) {
    throw new PackUnavailableError(
      where,
      `the engine for ${languages.join('+')} cannot start (${libraryReason(error)}), so it`,
      'Check the language data of the host',
    );
  }
}

function engineOver(worker: Tesseract.Worker): OcrEngine {
  const thread = (worker as unknown as { worker: NodeThread }).worker;
  return {
    async recognize(png, mode) {
      const choice = mode === undefined ? {} : { tessedit_pageseg_mode: String(mode) };
      // Parameters of the engine go with the options, which its types leave out.
      const options = choice as Partial<Tesseract.RecognizeOptions>;
      const { data } = await worker.recognize(png as unknown as Tesseract.ImageLike, options, {
        text: true,
        blocks: true,
      });
      return data;
    },
    keepAlive(isBusy) {
      if (isBusy) thread.ref?.();
      else thread.unref?.();
    },
    close() {
      worker.terminate().catch(() => {});
    },
  };
}
