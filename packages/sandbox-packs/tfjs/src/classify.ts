/**
 * Classes of a picture.
 * @module
 */
import type { Pixels } from '@nodetool-ai/sandbox-pack-kit/pixels';
import type { ChosenModel } from './choose-model.js';
import { unfit } from './open-model.js';
import { runOnPicture } from './run-picture.js';
import type { TensorFlow } from './tensorflow.js';

/** One class. */
export interface Classification {
  className: string;
  probability: number;
}

/** The likeliest classes, best first. Without labels a class is named by its number. */
export async function classifyPicture(
  tf: TensorFlow,
  where: string,
  model: ChosenModel,
  picture: Pixels,
  topK: number,
): Promise<Classification[]> {
  const { outputs } = await runOnPicture(tf, where, model, picture);
  const [output] = outputs;
  const { labels } = model.files;
  if (!output || outputs.length !== 1) throw unfit(where, model.files, 'gives more than one list of classes');
  let values = Array.from(output.data);
  // Models trained with a class for "nothing" have it first, and no label for it.
  if (labels && values.length === labels.length + 1) values = values.slice(1);
  if (labels && values.length !== labels.length)
    throw unfit(where, model.files, `has ${labels.length} labels for ${values.length} classes`);
  return probabilities(values)
    .map((probability, at) => ({ className: labels?.[at] ?? `class ${at}`, probability }))
    .sort((one, other) => other.probability - one.probability)
    .slice(0, topK);
}

/** The values themselves when they are probabilities already, else their softmax. */
export function probabilities(values: number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  if (values.every((value) => value >= 0 && value <= 1) && Math.abs(sum - 1) < 0.01) return values;
  const highest = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const powers = values.map((value) => Math.exp(value - highest));
  const total = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / total);
}
