/**
 * Models on the disk of a Node host.
 * @module
 */
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MODEL_ID, type ModelPlace } from './model-store.js';

/** Models in a folder of the host: `<folder>/<id>/model.json` and its shards. */
export function folderPlace(folder: string): ModelPlace {
  return { source: 'folder', ...filesOf((id, file) => join(folder, id, file)) };
}

/** The detector that the package @vladmandic/human carries. */
export const packagePlace: ModelPlace = {
  source: 'package',
  ...filesOf((id, file) => {
    const folder = modelsOfHuman();
    if (id !== 'centernet' || folder === undefined) return undefined;
    if (file === 'model.json') return join(folder, 'centernet.json');
    return file === 'centernet.bin' ? join(folder, file) : undefined;
  }),
};

/** Folder of the WebAssembly of the library, with a slash at its end. */
export function wasmFolder(): string {
  const manifest = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/package.json');
  return `${join(dirname(manifest), 'dist')}/`;
}

function filesOf(pathOf: (id: string, file: string) => string | undefined): Required<Omit<ModelPlace, 'source'>> {
  const checked = (id: string, file: string): string | undefined =>
    MODEL_ID.test(id) && MODEL_ID.test(file) ? pathOf(id, file) : undefined;
  const size = async (id: string, file: string): Promise<number | undefined> => {
    const path = checked(id, file);
    const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
    return found?.isFile() ? found.size : undefined;
  };
  return {
    size,
    async read(id, file, maxBytes) {
      const bytes = await size(id, file);
      const path = checked(id, file);
      if (bytes === undefined || path === undefined) return undefined;
      // One byte more is enough to tell that it is too much.
      if (bytes > maxBytes) return new Uint8Array(maxBytes + 1);
      return new Uint8Array(await readFile(path));
    },
  };
}

function modelsOfHuman(): string | undefined {
  try {
    // Resolved and never loaded.
    return join(dirname(createRequire(import.meta.url).resolve('@vladmandic/human')), '..', 'models');
  } catch {
    return undefined;
  }
}
