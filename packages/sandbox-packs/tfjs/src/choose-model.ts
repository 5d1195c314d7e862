import {
  isPlainObject,
  kindOf,
  type OptionReader,
  PackInputError,
  PackUnavailableError,
} from '@nodetool-ai/sandbox-pack-kit';
import { defaultModel, knownModel, type ModelTask } from './known-models.js';
import { type ModelFiles, readPassedModel } from './model-files.js';
import { findModel, MODEL_ID, type ModelPlace } from './model-store.js';

/** A model as the caller names or passes it. */
export type ModelChoice = { id: string } | { passed: ModelFiles };

/** A name, or `{ json, weights, labels?, vocabulary? }`. */
export const modelOption: OptionReader<ModelChoice | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  if (isPlainObject(value)) return { passed: readPassedModel(where, value) };
  if (typeof value === 'string' && MODEL_ID.test(value)) return { id: value };
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be the id of a model or { json, weights }, not ${typeof value === 'string' ? 'such a text' : kindOf(value)}`,
    'Call models() for the ids',
  );
};

/** Files of a model, and what is known of it. */
export interface ChosenModel {
  files: ModelFiles;
  range: readonly [number, number];
  embeddingNode: string | undefined;
}

/**
 * The model that was chosen, or the default one of a task.
 * @throws {PackUnavailableError} `tfjs.unavailable`, naming the files or the package
 */
export async function chooseModel(
  where: string,
  places: readonly ModelPlace[],
  task: ModelTask,
  choice: ModelChoice | undefined,
): Promise<ChosenModel> {
  const whole: readonly [number, number] = task === 'detect' ? [0, 255] : [0, 1];
  if (choice && 'passed' in choice) return { files: choice.passed, range: whole, embeddingNode: undefined };
  const id = choice?.id ?? defaultModel(task);
  const files = await findModel(where, places, id);
  const known = knownModel(id);
  if (files) return { files, range: known?.range ?? whole, embeddingNode: known?.embeddingNode };
  const how = (known?.how ?? "Put model.json and its shards into the folder <id> of the host's model folder").replace(
    '<id>',
    id,
  );
  throw new PackUnavailableError(where, `the model "${id}"`, `${how}, or pass { json, weights } as model`);
}
