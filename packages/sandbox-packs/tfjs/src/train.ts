/**
 * Trains a small model.
 * @module
 */
import { PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import type { layers as LayersOf, Optimizer } from '@tensorflow/tfjs';
import { TFJS_MAX_TRAIN_SAMPLES } from './limits.js';
import type { NumberBlock } from './numbers.js';
import type { TensorFlow } from './tensorflow.js';
import type { LayerSpec, TrainSpec } from './train-spec.js';

/** A trained model as `predict` takes it, and the course of its training. */
export interface Trained {
  model: { json: Record<string, unknown>; weights: Uint8Array };
  /** By measure, one number per epoch. */
  history: Record<string, number[]>;
}

type Layer = ReturnType<typeof LayersOf.dense>;

/**
 * Samples and what they should give.
 * @throws {PackError} `tfjs.bad-argument`, `tfjs.too-many`
 */
export function checkSamples(where: string, x: NumberBlock, y: NumberBlock): { x: NumberBlock; y: NumberBlock } {
  const [count = 0] = x.shape;
  if (count !== y.shape[0]) {
    throw new PackInputError(
      where,
      'bad-argument',
      `data.x has ${count} samples, data.y ${y.shape[0]}`,
      'Pass one y for each x',
    );
  }
  if (count > TFJS_MAX_TRAIN_SAMPLES) {
    throw new PackLimitError(
      where,
      'too-many',
      `data.x has ${count} samples, over the limit of ${TFJS_MAX_TRAIN_SAMPLES}`,
      'Pass fewer',
      'TFJS_MAX_TRAIN_SAMPLES',
    );
  }
  // A list of numbers is a list of samples of one number.
  const asRows = (block: NumberBlock): NumberBlock =>
    block.shape.length === 1 ? { ...block, shape: [count, 1] } : block;
  return { x: asRows(x), y: asRows(y) };
}

/** Trains until the epochs are over or the signal says to stop. */
export async function trainModel(
  tf: TensorFlow,
  { layers, loss, optimizer, epochs, batchSize }: TrainSpec,
  { x, y }: { x: NumberBlock; y: NumberBlock },
  signal: AbortSignal,
): Promise<Trained> {
  const model = tf.sequential();
  const [inputs, targets] = [tf.tensor(x.data, x.shape), tf.tensor(y.data, y.shape)];
  try {
    for (const [at, layer] of layers.entries())
      model.add(makeLayer(tf, layer, at === 0 ? { inputShape: x.shape.slice(1) } : {}));
    model.compile({ loss, optimizer: makeOptimizer(tf, optimizer) });
    const { history } = await model.fit(inputs, targets, {
      epochs,
      batchSize,
      verbose: 0,
      yieldEvery: 'never',
      callbacks: {
        onEpochEnd: async () => {
          if (signal.aborted) model.stopTraining = true;
        },
      },
    });
    signal.throwIfAborted();
    return { model: await save(tf, model), history: Object.fromEntries(Object.entries(history).map(toNumbers)) };
  } finally {
    model.dispose();
    tf.dispose([inputs, targets]);
  }
}

function toNumbers([name, values]: [string, unknown[]]): [string, number[]] {
  return [name, values.map(Number)];
}

function makeLayer(tf: TensorFlow, { type, ...config }: LayerSpec, more: { inputShape?: number[] }): Layer {
  // Each kind was read with the names that its maker takes.
  const make = tf.layers[type] as unknown as (config: object) => Layer;
  return make({ ...config, ...more });
}

function makeOptimizer(tf: TensorFlow, { type, learningRate }: TrainSpec['optimizer']): Optimizer {
  if (type === 'momentum') return tf.train.momentum(learningRate, 0.9);
  const make = tf.train[type as 'sgd' | 'adam'] as (learningRate: number) => Optimizer;
  return make(learningRate);
}

async function save(tf: TensorFlow, model: ReturnType<TensorFlow['sequential']>): Promise<Trained['model']> {
  let saved: Trained['model'] | undefined;
  await model.save(
    tf.io.withSaveHandler(async (artifacts) => {
      const json = {
        format: 'layers-model',
        generatedBy: artifacts.generatedBy,
        modelTopology: artifacts.modelTopology,
        weightsManifest: [{ paths: ['weights.bin'], weights: artifacts.weightSpecs }],
      };
      const data = tf.io.CompositeArrayBuffer.join(artifacts.weightData);
      saved = { json: JSON.parse(JSON.stringify(json)) as Record<string, unknown>, weights: new Uint8Array(data) };
      return { modelArtifactsInfo: { dateSaved: new Date(0), modelTopologyType: 'JSON' as const } };
    }),
  );
  // The handler was called: `save` waits for it.
  return saved as Trained['model'];
}
