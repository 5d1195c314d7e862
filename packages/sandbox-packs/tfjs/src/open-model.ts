/**
 * Loads a checked model.
 * @module
 */
import { PackInputError } from '@nodetool-ai/sandbox-pack-kit';
import type { GraphModel, LayersModel, Tensor } from '@tensorflow/tfjs';
import { checkModel, tooManyWeights } from './check-model.js';
import { TFJS_MAX_INPUT_VALUES } from './limits.js';
import type { ModelFiles } from './model-files.js';
import type { TensorFlow } from './tensorflow.js';

/** One input. Unknown edges of a shape are −1. */
export interface ModelInput {
  name: string;
  shape: number[];
  dtype: 'float32' | 'int32' | 'bool';
}

/** A model that can be run. */
export interface OpenModel {
  kind: 'graph' | 'layers';
  inputs: ModelInput[];
  outputNames: string[];
  /** The layer before the last one; graphs have none. */
  embeddingLayer: string | undefined;
  /** Names that `run` can give, beside the outputs. */
  hasNode(name: string): boolean;
  /** Runs with tensors in the order of `inputs`; gives those named, by default all outputs. */
  run(tensors: Tensor[], names?: readonly string[]): Promise<Tensor[]>;
}

/** The sizes of what these give are known only when they have run. */
const DYNAMIC_OPS = /^(?:NonMaxSuppression|Where|Unique)/;

/** Opens a model for the time of `work`. */
export async function withModel<T>(
  tf: TensorFlow,
  where: string,
  files: ModelFiles,
  work: (model: OpenModel) => Promise<T>,
): Promise<T> {
  const { kind, topology, signature, weightSpecs } = checkModel(where, files);
  const { buffer, byteOffset, byteLength } = files.weights;
  const handler = tf.io.fromMemory({
    modelTopology: topology,
    weightSpecs,
    weightData: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer,
    ...(signature === undefined ? {} : { signature: signature as object }),
  });
  if (kind === 'graph') {
    const graph = await tf.loadGraphModel(handler);
    try {
      return await work(overGraph(graph));
    } finally {
      graph.dispose();
    }
  }
  const layers = await countingWeights(tf, where, files.name, () => tf.loadLayersModel(handler));
  try {
    return await work(overLayers(tf, layers));
  } finally {
    layers.dispose();
  }
}

function overGraph(graph: GraphModel): OpenModel {
  // The library has no public list of nodes.
  const { nodes } = (graph as unknown as { executor: { graph: { nodes: Record<string, { op: string }> } } }).executor
    .graph;
  const isDynamic = Object.values(nodes).some(({ op }) => DYNAMIC_OPS.test(op));
  return {
    kind: 'graph',
    inputs: graph.inputs.map(({ name, shape, dtype }) => ({ name, shape: shape ?? [], dtype: numberType(dtype) })),
    outputNames: graph.outputNodes,
    embeddingLayer: undefined,
    hasNode: (name) => Object.hasOwn(nodes, name),
    async run(tensors, names) {
      const named = Object.fromEntries(graph.inputs.map(({ name }, at) => [name, tensors[at] as Tensor]));
      const wanted = [...(names ?? graph.outputNodes)];
      const found = isDynamic ? await graph.executeAsync(named, wanted) : graph.execute(named, wanted);
      return Array.isArray(found) ? found : [found];
    },
  };
}

function overLayers(tf: TensorFlow, layers: LayersModel): OpenModel {
  return {
    kind: 'layers',
    inputs: layers.inputs.map(({ name, shape, dtype }) => ({
      name,
      shape: shape.map((edge) => edge ?? -1),
      dtype: numberType(dtype),
    })),
    outputNames: layers.outputNames,
    embeddingLayer: layers.layers.at(-2)?.name,
    hasNode: (name) => layers.layers.some((layer) => layer.name === name),
    async run(tensors, names) {
      let model = layers;
      if (names && !names.every((name) => layers.outputNames.includes(name)))
        model = tf.model({ inputs: layers.inputs, outputs: names.flatMap((name) => layers.getLayer(name).output) });
      // Without a size the library takes 32 rows at a time, and a long input takes minutes.
      const batchSize = Math.max(1, tensors[0]?.shape[0] ?? 1);
      const found = model.predict(tensors.length === 1 ? (tensors[0] as Tensor) : tensors, { batchSize });
      const all = Array.isArray(found) ? found : [found];
      if (!names || model !== layers) return all;
      return names.map((name) => all[layers.outputNames.indexOf(name)] as Tensor);
    },
  };
}

function numberType(dtype: string | undefined): ModelInput['dtype'] {
  return dtype === 'int32' || dtype === 'bool' ? dtype : 'float32';
}

/** Refuses a model whose layers ask for more weights than the cap, before memory is given to them. */
async function countingWeights<T>(tf: TensorFlow, where: string, name: string, load: () => Promise<T>): Promise<T> {
  const proto = tf.layers.Layer.prototype as unknown as { addWeight(...args: unknown[]): unknown };
  const add = proto.addWeight;
  let values = 0;
  proto.addWeight = function (this: unknown, ...args: unknown[]): unknown {
    values += (args[1] as number[]).reduce((product, edge) => product * edge, 1);
    if (!(values <= TFJS_MAX_INPUT_VALUES)) throw tooManyWeights(where, name);
    return add.apply(this, args);
  };
  try {
    return await load();
  } finally {
    proto.addWeight = add;
  }
}

/** The error for a model that a function has no use for. */
export function unfit(where: string, files: ModelFiles, what: string): PackInputError {
  return new PackInputError(where, 'unsupported', `${files.name} ${what}`, 'Use a model of another kind');
}
