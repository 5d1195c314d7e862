/**
 * Finds language data on the host. Nothing is downloaded.
 * @module
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import { isLanguageData } from './language-data.js';
import { OCR_MAX_LANGUAGE_BYTES } from './limits.js';

/** Language data, unpacked, and where it was found. */
export interface LanguageFile {
  language: string;
  folder: string;
  isPacked: boolean;
  bytes: Uint8Array;
}

/**
 * Data of `language` in the host's folder, else in the package `@tesseract.js-data/<language>`.
 * @throws {PackUnavailableError} `ocr.unavailable`: naming the package, or saying that the data is broken
 */
export async function readLanguage(
  where: string,
  language: string,
  dataFolder: string | undefined,
): Promise<LanguageFile> {
  const { folder, isPacked } = find(where, language, dataFolder);
  let bytes: Uint8Array | undefined;
  try {
    const stored = await readFile(join(folder, fileName(language, isPacked)));
    bytes = isPacked ? await promisify(gunzip)(stored, { maxOutputLength: OCR_MAX_LANGUAGE_BYTES }) : stored;
  } catch {
    // Unreadable is as good as broken.
  }
  // The library answers twice when its engine refuses the data, and the second answer ends the process.
  if (bytes && isLanguageData(bytes)) return { language, folder, isPacked, bytes: new Uint8Array(bytes) };
  throw new PackUnavailableError(
    where,
    `the data of the language "${language}" is broken, so it`,
    `Replace ${fileName(language, isPacked)} on the host`,
  );
}

function find(
  where: string,
  language: string,
  dataFolder: string | undefined,
): Pick<LanguageFile, 'folder' | 'isPacked'> {
  for (const folder of [...(dataFolder === undefined ? [] : [dataFolder]), ...packageFolders(language)]) {
    for (const isPacked of [false, true])
      if (existsSync(join(folder, fileName(language, isPacked)))) return { folder, isPacked };
  }
  throw new PackUnavailableError(
    where,
    `the language "${language}"`,
    `Install its data on the host: npm install @tesseract.js-data/${language}`,
  );
}

function fileName(language: string, isPacked: boolean): string {
  return `${language}.traineddata${isPacked ? '.gz' : ''}`;
}

// The application may have installed data that this package does not depend on.
function packageFolders(language: string): string[] {
  const folders: string[] = [];
  for (const base of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    try {
      const manifest = createRequire(base).resolve(`@tesseract.js-data/${language}/package.json`);
      folders.push(join(dirname(manifest), '4.0.0_best_int'));
    } catch {
      // Not visible from here; the next place may see it.
    }
  }
  return folders;
}
