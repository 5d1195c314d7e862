import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';

/**
 * DejaVu Sans from the installed package.
 * @throws {PackUnavailableError} `pdflib.unavailable`
 */
export async function readFontFile(where: string): Promise<Uint8Array> {
  try {
    return await readFile(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  } catch {
    throw new PackUnavailableError(where, 'the fallback font', 'Install it on the host: npm install dejavu-fonts-ttf');
  }
}
