import { PackFormatError } from '@nodetool-ai/sandbox-pack-kit';
import type { Pixels } from '@nodetool-ai/sandbox-pack-kit/pixels';
import type { ChosenModel } from './choose-model.js';
import { pictureTensor, takesPicture } from './image-input.js';
import { type OpenModel, unfit, withModel } from './open-model.js';
import type { TensorFlow } from './tensorflow.js';

/** One output, read. */
export interface Output {
  shape: number[];
  data: ArrayLike<number>;
}

/** Outputs for one picture, and the size it was scaled to. */
export interface PictureRun {
  outputs: Output[];
  width: number;
  height: number;
}

/**
 * Runs a model on one picture. `choose` names the nodes whose values are wanted.
 * @throws {PackError} `tfjs.unsupported`: a model that takes no picture
 */
export function runOnPicture(
  tf: TensorFlow,
  where: string,
  { files, range }: ChosenModel,
  picture: Pixels,
  choose: (model: OpenModel) => readonly string[] | undefined = () => undefined,
): Promise<PictureRun> {
  return withModel(tf, where, files, async (model) => {
    const [input] = model.inputs;
    if (!input || model.inputs.length !== 1 || !takesPicture(input))
      throw unfit(where, files, 'does not take one picture with three channels');
    const { tensor, width, height } = pictureTensor(tf, input, picture, range);
    const tensors = await model.run([tensor], choose(model));
    const outputs = await Promise.all(tensors.map(async (found) => ({ shape: found.shape, data: await found.data() })));
    tf.dispose([tensor, ...tensors]);
    if (outputs.length === 0) throw new PackFormatError(where, 'bad-format', `${files.name} gave nothing`, 'Check it');
    return { outputs, width, height };
  });
}
