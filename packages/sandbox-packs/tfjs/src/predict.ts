/**
 * Runs a model on numbers.
 * @module
 */
import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { TFJS_MAX_OUTPUT_VALUES } from './limits.js';
import type { ModelFiles } from './model-files.js';
import type { NumberBlock } from './numbers.js';
import { unfit, withModel } from './open-model.js';
import type { TensorFlow } from './tensorflow.js';

/** Outputs in the model's order, or the one that is named. */
export function predictNumbers(
  tf: TensorFlow,
  where: string,
  files: ModelFiles,
  blocks: readonly NumberBlock[],
  output: string | undefined,
): Promise<{ shape: number[]; data: number[] }[]> {
  return withModel(tf, where, files, async (model) => {
    if (blocks.length !== model.inputs.length)
      throw unfit(where, files, `takes ${model.inputs.length} inputs, not ${blocks.length}`);
    if (output !== undefined && !model.hasNode(output) && !model.outputNames.includes(output))
      throw unfit(
        where,
        files,
        `has no output of that name; it has ${model.outputNames.slice(0, 5).join(', ').slice(0, 200)}`,
      );
    const tensors = blocks.map(({ shape, data }, at) => {
      const isWhole = model.inputs[at]?.dtype === 'int32';
      return tf.tensor(isWhole ? Int32Array.from(data) : data, shape, isWhole ? 'int32' : 'float32');
    });
    const found = await model.run(tensors, output === undefined ? undefined : [output]);
    const size = found.reduce((sum, tensor) => sum + tensor.size, 0);
    if (size > TFJS_MAX_OUTPUT_VALUES) {
      throw new PackLimitError(
        where,
        'too-large',
        `the outputs have ${size} numbers, over the limit of ${TFJS_MAX_OUTPUT_VALUES}`,
        'Name the output you need',
        'TFJS_MAX_OUTPUT_VALUES',
      );
    }
    const read = await Promise.all(
      found.map(async (tensor) => ({ shape: tensor.shape, data: Array.from(await tensor.data()) })),
    );
    tf.dispose([...tensors, ...found]);
    return read;
  });
}
