import { PackUnavailableError } from './errors.js';

/**
 * Loads a pack's library on first use. A failure is not remembered: the next call tries again.
 * @throws {PackUnavailableError} `<id>.unavailable`
 * @example
 * const { parseCsv } = await loadLibrary(call.where, 'papaparse', () => import('./parse-csv.js'));
 */
export async function loadLibrary<T>(where: string, library: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    // The reason holds paths of the host.
    throw new PackUnavailableError(where, `the library ${library}`, `Install it on the host: npm install ${library}`);
  }
}
