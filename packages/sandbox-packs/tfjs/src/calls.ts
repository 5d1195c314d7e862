/**
 * The functions of the pack over the library. Loaded on first use.
 * @module
 */
import type { HostCall } from '@nodetool-ai/protocol';
import {
  clampedInteger,
  kindOf,
  type OptionReader,
  optionalText,
  PackInputError,
  readOptions,
  readText,
} from '@nodetool-ai/sandbox-pack-kit';
import { type Answer, answerFromPassage } from './answer.js';
import { type ChosenModel, chooseModel, modelOption } from './choose-model.js';
import { type Classification, classifyPicture } from './classify.js';
import { type Detection, detectInPicture } from './detect.js';
import { embedPicture } from './embed.js';
import { readPicture } from './image-input.js';
import type { ModelTask } from './known-models.js';
import { TFJS_MAX_PASSAGE_CHARS, TFJS_MAX_QUESTION_CHARS } from './limits.js';
import { readPassedModel } from './model-files.js';
import type { ModelPlace } from './model-store.js';
import { readNumbers } from './numbers.js';
import { predictNumbers } from './predict.js';
import { type TensorFlow, type WasmPlace, withTensorFlow } from './tensorflow.js';
import { checkSamples, type Trained, trainModel } from './train.js';
import { readTrainSpec } from './train-spec.js';

/** Where models and WebAssembly come from. */
export interface Places {
  models: readonly ModelPlace[];
  wasm: WasmPlace;
}

const score: OptionReader<number> = (where, label, value) => {
  if (value === undefined) return 0.5;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be 0 to 1, not ${kindOf(value)}`,
    'Leave it out for 0.5',
  );
};

/** Classes of a picture. */
export async function classify(places: Places, { where, args }: HostCall): Promise<Classification[]> {
  const { topK, model } = readOptions(where, args[1], { topK: clampedInteger(1, 100, 5), model: modelOption });
  const picture = await readPicture(where, args[0]);
  return onModel(places, where, 'classify', model, (tf, chosen) => classifyPicture(tf, where, chosen, picture, topK));
}

/** A picture as numbers. */
export async function embed(places: Places, { where, args }: HostCall): Promise<number[]> {
  const { model } = readOptions(where, args[1], { model: modelOption });
  const picture = await readPicture(where, args[0]);
  return onModel(places, where, 'embed', model, (tf, chosen) => embedPicture(tf, where, chosen, picture));
}

/** Things in a picture. */
export async function detect(places: Places, { where, args }: HostCall): Promise<Detection[]> {
  const { model, ...limits } = readOptions(where, args[1], {
    maxBoxes: clampedInteger(1, 100, 20),
    minScore: score,
    model: modelOption,
  });
  const picture = await readPicture(where, args[0]);
  return onModel(places, where, 'detect', model, (tf, chosen) => detectInPicture(tf, where, chosen, picture, limits));
}

/** Answers that stand in a passage. */
export async function answer(places: Places, { where, args }: HostCall): Promise<Answer[]> {
  const question = readText(where, 'question', args[0], TFJS_MAX_QUESTION_CHARS);
  const passage = readText(where, 'passage', args[1], TFJS_MAX_PASSAGE_CHARS);
  const { model } = readOptions(where, args[2], { model: modelOption });
  if (question.trim() === '' || passage.trim() === '') return [];
  return onModel(places, where, 'answer', model, (tf, chosen) =>
    answerFromPassage(tf, where, chosen, question, passage),
  );
}

/** Outputs of a model for numbers. */
export async function predict(
  places: Places,
  { where, args }: HostCall,
): Promise<{ shape: number[]; data: number[] }[]> {
  const files = readPassedModel(where, args[0]);
  const { output } = readOptions(where, args[2], { output: optionalText(1000) });
  // One block, or a list of blocks for a model with several inputs.
  const isList =
    Array.isArray(args[1]) &&
    args[1].some((item: unknown) => typeof item === 'object' && item !== null && 'shape' in item);
  const given: unknown[] = isList ? (args[1] as unknown[]) : [args[1]];
  const blocks = given.map((item, at) => readNumbers(where, isList ? `input[${at}]` : 'input', item));
  return withTensorFlow(where, 'the model', places.wasm, 'wasm', (tf) =>
    predictNumbers(tf, where, files, blocks, output),
  );
}

/** A trained model. WebAssembly has no gradients, so training runs on plain JavaScript. */
export async function train(places: Places, { where, args, signal }: HostCall): Promise<Trained> {
  const { x, y } = readOptions(
    where,
    args[1],
    {
      x: (_where, label, value) => readNumbers(where, label, value),
      y: (_where, label, value) => readNumbers(where, label, value),
    },
    'data',
  );
  const samples = checkSamples(where, x, y);
  const spec = readTrainSpec(where, args[0], samples.x.shape);
  return withTensorFlow(where, 'the training', places.wasm, 'cpu', (tf) => trainModel(tf, spec, samples, signal));
}

async function onModel<T>(
  { models, wasm }: Places,
  where: string,
  task: ModelTask,
  choice: Parameters<typeof chooseModel>[3],
  work: (tf: TensorFlow, chosen: ChosenModel) => Promise<T>,
): Promise<T> {
  const chosen = await chooseModel(where, models, task, choice);
  return withTensorFlow(where, chosen.files.name, wasm, 'wasm', (tf) => work(tf, chosen));
}
