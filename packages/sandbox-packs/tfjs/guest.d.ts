/** Runs and trains models with TensorFlow.js. Every call returns a promise. Nothing is downloaded for a guest. */

/** PNG, JPEG, WebP, GIF or BMP bytes: at most 10 485 760, 16 384 pixels on an edge, 33 554 432 pixels. */
export type Picture = Uint8Array | ArrayBuffer;

/** A model of TensorFlow.js, as saved. */
export interface ModelFiles {
  /** Content of `model.json`: an object, JSON text, or its bytes. */
  json: object | string | Uint8Array;
  /** Its weights, or the shards in their order: at most 67 108 864 bytes. */
  weights: Uint8Array | readonly Uint8Array[];
  /** Names of the classes. */
  labels?: readonly string[];
  /** Words of a question model, by their numbers. */
  vocabulary?: readonly string[];
}

/** The id of a model of the host, or a model of one's own. */
export type ModelChoice = string | ModelFiles;

/** One class. */
export interface Classification {
  className: string;
  /** 0 to 1. */
  probability: number;
}

/** One thing in a picture. */
export interface Detection {
  className: string;
  /** 0 to 1. */
  score: number;
  /** Pixels of the picture, from its top left corner. */
  bbox: { x: number; y: number; width: number; height: number };
}

/** One answer: `passage.slice(startIndex, endIndex)` is its text. */
export interface Answer {
  text: string;
  /** Comparable within one call. */
  score: number;
  startIndex: number;
  endIndex: number;
}

/** One line of {@link models}. */
export interface ModelEntry {
  id: string;
  task: 'classify' | 'embed' | 'detect' | 'answer';
  available: boolean;
  source: 'package' | 'folder' | 'url';
  bytes?: number;
  license: string;
  /** What to do about a model that is missing. */
  how?: string;
}

/** Numbers with a shape: `data` has the product of `shape`, the last edge running fastest. */
export interface NumberBlock {
  shape: readonly number[];
  data: readonly number[] | Float32Array | Int32Array | Uint8Array;
}

/** A block, or nested lists of numbers. */
export type Numbers = NumberBlock | readonly number[] | readonly unknown[];

/** One layer of {@link TrainSpec}. */
export type LayerSpec =
  | { type: 'dense'; units: number; activation?: string; useBias?: boolean }
  | { type: 'flatten' }
  | {
      type: 'conv2d';
      filters: number;
      kernelSize: number;
      strides?: number;
      padding?: 'valid' | 'same';
      activation?: string;
    }
  | { type: 'maxPooling2d'; poolSize?: number }
  | { type: 'dropout'; rate?: number };

/** What to train: at most 64 layers and 1 000 000 weights. */
export interface TrainSpec {
  layers: readonly LayerSpec[];
  /** Default `"meanSquaredError"`. */
  loss?:
    | 'meanSquaredError'
    | 'meanAbsoluteError'
    | 'binaryCrossentropy'
    | 'categoricalCrossentropy'
    | 'sparseCategoricalCrossentropy';
  /** `sgd momentum adam adamax adagrad adadelta rmsprop`; default `"adam"`, with a learning rate of 0.01. */
  optimizer?: string | { type: string; learningRate?: number };
  /** 1 to 10 000; default 10. */
  epochs?: number;
  /** 1 to 100 000; default 32. */
  batchSize?: number;
}

/** What {@link train} gives; `model` is what {@link predict} takes. */
export interface Trained {
  model: { json: Record<string, unknown>; weights: Uint8Array };
  /** One number per epoch, under `loss`. */
  history: Record<string, number[]>;
}

/**
 * Names what a picture shows, likeliest first. Default model: `mobilenet-v2-1.0`.
 * @param options.topK - 1 to 100, clamped; default 5
 * @throws codes `tfjs.bad-argument`, `tfjs.unsupported`, `tfjs.bad-format`, `tfjs.too-large`, `tfjs.too-many`,
 * `tfjs.too-deep`, `tfjs.unavailable` (names what to install), `tfjs.timeout` (60 000 ms)
 * @example
 * await classify(photo, { model: { json, weights, labels: ['cat', 'dog'] } });
 */
export function classify(image: Picture, options?: { topK?: number; model?: ModelChoice }): Promise<Classification[]>;

/**
 * Turns a picture into numbers: those before the classes of the model. Default model: `mobilenet-v2-1.0`, 1280 numbers.
 * @throws the codes of {@link classify}
 * @example
 * const numbers = await embed(photo);
 */
export function embed(image: Picture, options?: { model?: ModelChoice }): Promise<number[]>;

/**
 * Finds things in a picture, best first; boxes that lie over a better one by more than half are dropped. Default model:
 * `centernet`, which comes with the pack and knows the 80 classes of COCO.
 * @param options.maxBoxes - 1 to 100, clamped; default 20
 * @param options.minScore - 0 to 1; default 0.5
 * @throws the codes of {@link classify}
 * @example
 * const people = (await detect(photo, { minScore: 0.35 })).filter((thing) => thing.className === 'person');
 */
export function detect(
  image: Picture,
  options?: { maxBoxes?: number; minScore?: number; model?: ModelChoice },
): Promise<Detection[]>;

/**
 * Finds the answer to a question in a passage, best first, at most 5. Blank texts give `[]`. Default model:
 * `mobilebert-qna`. A question has at most 1000 characters, a passage 100 000.
 * @throws the codes of {@link classify}
 * @example
 * const [best] = await answer('Who wrote it?', 'Ada wrote it.');
 */
export function answer(question: string, passage: string, options?: { model?: ModelChoice }): Promise<Answer[]>;

/**
 * Lists the models that are known by name, and which of them are there.
 * @throws codes `tfjs.bad-argument`, `tfjs.bad-format`
 * @example
 * const ready = (await models()).filter((model) => model.available);
 */
export function models(): Promise<ModelEntry[]>;

/**
 * Runs a model on numbers. Models with several inputs take a list of blocks in their order. At most 16 777 216 numbers go
 * in and 1 000 000 come out.
 * @param options.output - name of an output, a layer or a node; default: all outputs
 * @throws the codes of {@link classify}
 * @example
 * const [{ data }] = await predict(model, { shape: [1, 1], data: [10] });
 */
export function predict(
  model: ModelFiles,
  input: Numbers | readonly NumberBlock[],
  options?: { output?: string },
): Promise<{ shape: number[]; data: number[] }[]>;

/**
 * Trains a small model; one sample is one item of `x` and one of `y`, at most 100 000.
 * @throws codes `tfjs.bad-argument`, `tfjs.bad-format`, `tfjs.too-large`, `tfjs.too-many`, `tfjs.timeout` (60 000 ms)
 * @example
 * const { model } = await train(
 *   { layers: [{ type: 'dense', units: 1 }], optimizer: { type: 'sgd', learningRate: 0.1 }, epochs: 200 },
 *   { x: [-1, 0, 1, 2, 3, 4], y: [-3, -1, 1, 3, 5, 7] },
 * );
 */
export function train(spec: TrainSpec, data: { x: Numbers; y: Numbers }): Promise<Trained>;

declare const tfjs: {
  readonly classify: typeof classify;
  readonly embed: typeof embed;
  readonly detect: typeof detect;
  readonly answer: typeof answer;
  readonly models: typeof models;
  readonly predict: typeof predict;
  readonly train: typeof train;
};
export default tfjs;
