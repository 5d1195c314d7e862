/**
 * What to train: layers, loss, optimizer. Checked and counted before the library gives memory to it.
 * @module
 */
import {
  flag,
  isPlainObject,
  kindOf,
  type OptionReader,
  PackInputError,
  PackLimitError,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import {
  TFJS_MAX_TRAIN_EPOCHS,
  TFJS_MAX_TRAIN_LAYERS,
  TFJS_MAX_TRAIN_PARAMETERS,
  TFJS_MAX_TRAIN_SAMPLES,
  TFJS_MAX_TRAIN_VALUES,
} from './limits.js';

const ACTIVATIONS = [
  'elu',
  'gelu',
  'hardSigmoid',
  'linear',
  'mish',
  'relu',
  'relu6',
  'selu',
  'sigmoid',
  'softmax',
  'softplus',
  'softsign',
  'swish',
  'tanh',
] as const;
const LOSSES = [
  'meanSquaredError',
  'meanAbsoluteError',
  'binaryCrossentropy',
  'categoricalCrossentropy',
  'sparseCategoricalCrossentropy',
] as const;
const OPTIMIZERS = ['sgd', 'momentum', 'adam', 'adamax', 'adagrad', 'adadelta', 'rmsprop'] as const;

/** One layer. */
export type LayerSpec =
  | { type: 'dense'; units: number; activation: string; useBias: boolean }
  | { type: 'flatten' }
  | { type: 'conv2d'; filters: number; kernelSize: number; strides: number; padding: string; activation: string }
  | { type: 'maxPooling2d'; poolSize: number }
  | { type: 'dropout'; rate: number };

/** A checked order to train. */
export interface TrainSpec {
  layers: LayerSpec[];
  loss: string;
  optimizer: { type: string; learningRate: number };
  epochs: number;
  batchSize: number;
}

const whole =
  (min: number, max: number, fallback?: number): OptionReader<number> =>
  (where, label, value) => {
    if (value === undefined && fallback !== undefined) return fallback;
    if (Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    throw bad(where, label, `must be a whole number from ${min} to ${max}`);
  };

const decimal =
  (min: number, max: number, fallback: number): OptionReader<number> =>
  (where, label, value) => {
    if (value === undefined) return fallback;
    if (typeof value === 'number' && value >= min && value <= max) return value;
    throw bad(where, label, `must be a number from ${min} to ${max}`);
  };

const choice =
  (values: readonly string[], fallback?: string): OptionReader<string> =>
  (where, label, value) => {
    if (value === undefined && fallback !== undefined) return fallback;
    if (typeof value === 'string' && values.includes(value)) return value;
    throw bad(where, label, `must be one of ${values.join(', ')}`);
  };

/**
 * @throws {PackInputError} `tfjs.bad-argument`
 * @throws {PackLimitError} `tfjs.too-large`, `tfjs.too-many`
 */
export function readTrainSpec(where: string, value: unknown, inputShape: readonly number[]): TrainSpec {
  const spec = readOptions(
    where,
    value,
    {
      layers: readLayers,
      loss: choice(LOSSES, 'meanSquaredError'),
      optimizer: readOptimizer,
      epochs: whole(1, TFJS_MAX_TRAIN_EPOCHS, 10),
      batchSize: whole(1, TFJS_MAX_TRAIN_SAMPLES, 32),
    },
    'spec',
  );
  refuseLargeModel(where, spec.layers, inputShape.slice(1), Math.min(spec.batchSize, inputShape[0] ?? 1));
  return spec;
}

const readLayers: OptionReader<LayerSpec[]> = (where, label, value) => {
  if (!Array.isArray(value) || value.length === 0) throw bad(where, label, 'must be a list of layers');
  if (value.length > TFJS_MAX_TRAIN_LAYERS)
    throw new PackLimitError(
      where,
      'too-many',
      `${label} has over ${TFJS_MAX_TRAIN_LAYERS} layers`,
      'Use fewer',
      'TFJS_MAX_TRAIN_LAYERS',
    );
  return Array.from(value, (item: unknown, at) => readLayer(where, `${label}[${at}]`, item));
};

function readLayer(where: string, label: string, value: unknown): LayerSpec {
  if (!isPlainObject(value)) throw bad(where, label, `must be a layer, not ${kindOf(value)}`);
  const { type, ...rest } = value;
  const activation = choice(ACTIVATIONS, 'linear');
  switch (type) {
    case 'dense':
      return {
        type,
        ...readOptions(
          where,
          rest,
          { units: whole(1, TFJS_MAX_TRAIN_PARAMETERS), activation, useBias: flag(true) },
          label,
        ),
      };
    case 'flatten':
      return { type, ...readOptions(where, rest, {}, label) };
    case 'conv2d': {
      const table = {
        filters: whole(1, 4096),
        kernelSize: whole(1, 64),
        strides: whole(1, 64, 1),
        padding: choice(['valid', 'same'], 'valid'),
        activation,
      };
      return { type, ...readOptions(where, rest, table, label) };
    }
    case 'maxPooling2d':
      return { type, ...readOptions(where, rest, { poolSize: whole(1, 64, 2) }, label) };
    case 'dropout':
      return { type, ...readOptions(where, rest, { rate: decimal(0, 0.99, 0.5) }, label) };
    default:
      throw bad(where, `${label}.type`, 'must be one of dense, flatten, conv2d, maxPooling2d, dropout');
  }
}

const readOptimizer: OptionReader<TrainSpec['optimizer']> = (where, label, value) => {
  if (value === undefined || typeof value === 'string')
    return { type: choice(OPTIMIZERS, 'adam')(where, label, value), learningRate: 0.01 };
  return readOptions(where, value, { type: choice(OPTIMIZERS), learningRate: decimal(0, 100, 0.01) }, label);
};

/** Follows the shapes through the layers and counts the weights, and what the layers give for one batch. */
function refuseLargeModel(
  where: string,
  layers: readonly LayerSpec[],
  inputShape: readonly number[],
  batchSize: number,
): void {
  let shape = [...inputShape];
  let parameters = 0;
  let values = 0;
  for (const [at, layer] of layers.entries()) {
    const label = `spec.layers[${at}]`;
    const last = shape.at(-1) ?? 1;
    if (layer.type === 'dense') {
      parameters += last * layer.units + (layer.useBias ? layer.units : 0);
      shape = [...shape.slice(0, -1), layer.units];
    } else if (layer.type === 'flatten') {
      shape = [shape.reduce((product, edge) => product * edge, 1)];
    } else if (layer.type === 'conv2d') {
      parameters += layer.kernelSize ** 2 * last * layer.filters + layer.filters;
      shape = [
        ...shrink(where, label, shape, layer.padding === 'same' ? 1 : layer.kernelSize, layer.strides),
        layer.filters,
      ];
    } else if (layer.type === 'maxPooling2d') {
      shape = [...shrink(where, label, shape, layer.poolSize, layer.poolSize), last];
    }
    if (parameters > TFJS_MAX_TRAIN_PARAMETERS) {
      throw new PackLimitError(
        where,
        'too-large',
        `the model has more than ${TFJS_MAX_TRAIN_PARAMETERS} weights at ${label}`,
        'Use fewer units or filters',
        'TFJS_MAX_TRAIN_PARAMETERS',
      );
    }
    values += shape.reduce((product, edge) => product * edge, batchSize);
    if (values > TFJS_MAX_TRAIN_VALUES) {
      throw new PackLimitError(
        where,
        'too-large',
        `the layers give more than ${TFJS_MAX_TRAIN_VALUES} numbers for one batch at ${label}`,
        'Use a smaller batchSize or smaller samples',
        'TFJS_MAX_TRAIN_VALUES',
      );
    }
  }
}

function shrink(where: string, label: string, shape: readonly number[], size: number, stride: number): number[] {
  if (shape.length !== 3) throw bad(where, label, 'needs samples of height, width and channels');
  const edges = shape.slice(0, 2).map((edge) => Math.floor((edge - size) / stride) + 1);
  if (edges.some((edge) => edge < 1)) throw bad(where, label, 'is larger than what it looks at');
  return edges;
}

function bad(where: string, label: string, what: string): PackInputError {
  return new PackInputError(
    where,
    'bad-argument',
    `${label} ${what}`,
    'Pass { layers: [{ type: "dense", units: 1 }], loss, optimizer, epochs, batchSize }',
  );
}
