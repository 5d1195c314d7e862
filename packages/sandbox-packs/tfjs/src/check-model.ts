/**
 * Looks through a model before the library reads it.
 * @module
 */
import { isPlainObject, PackFormatError, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { GRAPH_OPS, LAYER_CLASSES } from './allowed-names.js';
import { TFJS_MAX_INPUT_VALUES } from './limits.js';
import type { ModelFiles } from './model-files.js';

/** One weight as the model lists it. */
export interface WeightSpec {
  name: string;
  shape: number[];
  dtype: 'float32' | 'int32' | 'bool';
  quantization?: { dtype: 'uint8' | 'uint16' | 'float16'; scale?: number; min?: number };
}

/** What is known of a model that may be loaded. */
export interface CheckedModel {
  kind: 'graph' | 'layers';
  topology: Record<string, unknown>;
  signature: Record<string, unknown> | undefined;
  weightSpecs: WeightSpec[];
}

const BYTES: Record<string, number> = { float32: 4, int32: 4, bool: 1, uint8: 1, uint16: 2, float16: 2 };

const MAX_JSON_DEPTH = 64;

/**
 * @throws {PackInputError} `tfjs.unsupported`: an operation or a layer that is not allowed
 * @throws {PackFormatError} `tfjs.bad-format`: no model, or weights that do not fit
 */
export function checkModel(where: string, { name, json, weights }: ModelFiles): CheckedModel {
  const topology = json['modelTopology'];
  if (!isPlainObject(topology)) throw broken(where, `${name} has no modelTopology`);
  const weightSpecs = readWeightSpecs(where, name, json);
  const expected = weightSpecs.reduce((sum, spec) => sum + byteLength(spec), 0);
  if (expected !== weights.length)
    throw broken(where, `${name} lists weights of ${expected} bytes, and has ${weights.length}`);
  const nodes = topology['node'];
  const signature = isPlainObject(json['signature']) ? json['signature'] : undefined;
  if (Array.isArray(nodes)) {
    refuseUnknownOps(where, name, topology, nodes);
    return { kind: 'graph', topology, signature, weightSpecs };
  }
  const config = topology['model_config'] ?? topology;
  if (!isPlainObject(config)) throw broken(where, `${name} has no layers`);
  refuseUnknownClasses(where, name, config, 0);
  return { kind: 'layers', topology: { model_config: config }, signature: undefined, weightSpecs };
}

function readWeightSpecs(where: string, name: string, json: Record<string, unknown>): WeightSpec[] {
  const manifest: unknown = json['weightsManifest'] ?? [{ weights: json['weightSpecs'] }];
  if (!Array.isArray(manifest)) throw broken(where, `${name} has no list of weights`);
  const specs: WeightSpec[] = [];
  let values = 0;
  for (const group of manifest as unknown[]) {
    const weights = isPlainObject(group) ? group['weights'] : undefined;
    if (!Array.isArray(weights)) throw broken(where, `${name} has no list of weights`);
    for (const item of weights as unknown[]) {
      const spec = readWeightSpec(where, name, item);
      values += spec.shape.reduce((product, edge) => product * edge, 1);
      if (values > TFJS_MAX_INPUT_VALUES) throw tooManyWeights(where, name);
      specs.push(spec);
    }
  }
  return specs;
}

function readWeightSpec(where: string, name: string, item: unknown): WeightSpec {
  const at = isPlainObject(item) ? item : {};
  const { shape, dtype, quantization } = at;
  const weight = typeof at['name'] === 'string' ? at['name'] : undefined;
  const isShape =
    Array.isArray(shape) && shape.length <= 8 && shape.every((edge) => Number.isSafeInteger(edge) && edge >= 0);
  if (weight === undefined || !isShape || (dtype !== 'float32' && dtype !== 'int32' && dtype !== 'bool'))
    throw broken(where, `${name} lists a weight without a name, a shape or a type of numbers`);
  const spec: WeightSpec = { name: weight, shape: shape as number[], dtype };
  if (quantization === undefined) return spec;
  const { dtype: stored, scale, min } = isPlainObject(quantization) ? quantization : {};
  const isScaled = typeof scale === 'number' && typeof min === 'number';
  if (stored === 'float16') spec.quantization = { dtype: stored };
  else if ((stored === 'uint8' || stored === 'uint16') && isScaled) spec.quantization = { dtype: stored, scale, min };
  else throw broken(where, `${name} lists a weight with a quantization that is not known`);
  return spec;
}

function byteLength({ shape, dtype, quantization }: WeightSpec): number {
  const count = shape.reduce((product, edge) => product * edge, 1);
  return count * (BYTES[quantization?.dtype ?? dtype] ?? 0);
}

function refuseUnknownOps(where: string, name: string, topology: Record<string, unknown>, nodes: unknown[]): void {
  const library = topology['library'];
  const functions: unknown = isPlainObject(library) ? library['function'] : undefined;
  if (Array.isArray(functions) && functions.length > 0) throw notAllowed(where, name, 'functions of its own');
  for (const node of nodes) {
    const op = isPlainObject(node) ? node['op'] : undefined;
    if (typeof op !== 'string') throw broken(where, `${name} has a node without an operation`);
    if (!GRAPH_OPS.has(op)) throw notAllowed(where, name, `the operation ${JSON.stringify(op.slice(0, 60))}`);
  }
}

function refuseUnknownClasses(where: string, name: string, value: unknown, depth: number): void {
  if (depth > MAX_JSON_DEPTH)
    throw new PackLimitError(
      where,
      'too-deep',
      `${name} nests over ${MAX_JSON_DEPTH} levels`,
      'Flatten it',
      'MAX_JSON_DEPTH',
    );
  if (Array.isArray(value)) for (const item of value) refuseUnknownClasses(where, name, item, depth + 1);
  if (!isPlainObject(value)) return;
  for (const key of ['class_name', 'className']) {
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    if (given === undefined || (typeof given === 'string' && LAYER_CLASSES.has(given))) continue;
    throw notAllowed(where, name, `the layer ${JSON.stringify(String(given).slice(0, 60))}`);
  }
  for (const item of Object.values(value)) refuseUnknownClasses(where, name, item, depth + 1);
}

/** The error for a model with more weights than the cap. */
export function tooManyWeights(where: string, name: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-large',
    `${name} has more than ${TFJS_MAX_INPUT_VALUES} weights`,
    'Pass a smaller model',
    'TFJS_MAX_INPUT_VALUES',
  );
}

function notAllowed(where: string, name: string, what: string): PackInputError {
  return new PackInputError(
    where,
    'unsupported',
    `${name} uses ${what}, which is not allowed`,
    'Use layers and operations of TensorFlow.js itself, without loops and tables',
  );
}

function broken(where: string, what: string): PackFormatError {
  return new PackFormatError(where, 'bad-format', what, 'Pass model.json and all of its weights in their order');
}
