/**
 * Engines in Node, over data that is installed.
 * @module
 */
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';
import type { OpenEngine } from './engine.js';
import { readLanguage } from './language-files.node.js';

/** Opens engines whose data lies in `dataFolder` or in packages. */
export function nodeEngines(dataFolder: () => string | undefined): OpenEngine {
  return async (where, languages) => {
    const [first, ...more] = await Promise.all(
      languages.map((language) => readLanguage(where, language, dataFolder())),
    );
    if (!first) throw new TypeError('an engine needs a language');
    const { startEngine } = await loadLibrary(where, 'tesseract.js', () => import('./start-engine.js'));
    // The library knows one folder; data of other folders is handed to it.
    return startEngine({ where, languages, files: { langPath: first.folder, gzip: first.isPacked }, more });
  };
}
