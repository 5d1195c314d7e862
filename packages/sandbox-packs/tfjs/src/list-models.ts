/**
 * Which models are there.
 * @module
 */

import { KNOWN_MODELS, type ModelTask } from './known-models.js';
import { TFJS_MAX_JSON_CHARS } from './limits.js';
import { readJson } from './model-files.js';
import { type ModelPlace, weightFiles } from './model-store.js';

/** One line of the list: a model and one of its tasks. */
export interface ModelEntry {
  id: string;
  task: ModelTask;
  available: boolean;
  /** Where it is, or where it would have to be. */
  source: 'package' | 'folder' | 'url';
  bytes?: number;
  license: string;
  /** What to do about a model that is missing. */
  how?: string;
}

/** Models that are known by name, the default of a task before others of it. */
export async function listModels(where: string, places: readonly ModelPlace[]): Promise<ModelEntry[]> {
  const entries: ModelEntry[] = [];
  for (const { id, tasks, license, how } of KNOWN_MODELS) {
    const found = await findPlace(where, places, id);
    const missing = {
      available: false,
      source: id === 'centernet' ? 'package' : 'folder',
      how: how.replace('<id>', id),
    } as const;
    for (const task of tasks) entries.push({ id, task, license, ...(found ?? missing) });
  }
  return entries;
}

async function findPlace(
  where: string,
  places: readonly ModelPlace[],
  id: string,
): Promise<Pick<ModelEntry, 'available' | 'source' | 'bytes'> | undefined> {
  for (const place of places) {
    const text = await place.read(id, 'model.json', TFJS_MAX_JSON_CHARS);
    if (!text) continue;
    let bytes = text.length;
    for (const file of weightFiles(where, id, readJson(where, 'model.json', text)))
      bytes += (await place.size?.(id, file)) ?? 0;
    return { available: true, source: place.source, ...(place.size ? { bytes } : {}) };
  }
  return undefined;
}
