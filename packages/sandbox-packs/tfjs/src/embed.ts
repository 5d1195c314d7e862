/**
 * A picture as a list of numbers.
 * @module
 */
import type { Pixels } from '@nodetool-ai/sandbox-pack-kit/pixels';
import type { ChosenModel } from './choose-model.js';
import type { OpenModel } from './open-model.js';
import { type Output, runOnPicture } from './run-picture.js';
import type { TensorFlow } from './tensorflow.js';

/**
 * The values before the classes: those of the node that the model is known for, of the layer before the last one, or the
 * output of a graph. Maps are averaged over their places.
 */
export async function embedPicture(
  tf: TensorFlow,
  where: string,
  model: ChosenModel,
  picture: Pixels,
): Promise<number[]> {
  const { outputs } = await runOnPicture(tf, where, model, picture, (open) => embeddingNode(open, model.embeddingNode));
  // The run refuses models that give nothing.
  return averageOverPlaces(outputs[0] as Output);
}

function embeddingNode(open: OpenModel, known: string | undefined): string[] | undefined {
  if (known !== undefined && open.hasNode(known)) return [known];
  const layer = open.embeddingLayer;
  return layer === undefined ? open.outputNames.slice(0, 1) : [layer];
}

function averageOverPlaces({ shape, data }: Output): number[] {
  const values = Array.from(data);
  if (shape.length !== 4) return values;
  const channels = shape[3] ?? 1;
  const places = values.length / channels;
  return Array.from({ length: channels }, (_, channel) => {
    let sum = 0;
    for (let at = channel; at < values.length; at += channels) sum += values[at] as number;
    return sum / places;
  });
}
