/**
 * Lists of numbers as tensors.
 * @module
 */
import { isPlainObject, kindOf, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { TFJS_MAX_INPUT_VALUES } from './limits.js';

/** Numbers and the shape they have. */
export interface NumberBlock {
  shape: number[];
  data: Float32Array;
}

const MAX_RANK = 6;

/**
 * Reads `{ shape, data }`, or nested lists of numbers.
 * @throws {PackInputError} `tfjs.bad-argument`
 * @throws {PackLimitError} `tfjs.too-large`
 */
export function readNumbers(where: string, label: string, value: unknown): NumberBlock {
  if (isPlainObject(value)) return readBlock(where, label, value);
  if (!Array.isArray(value) && !isNumberArray(value))
    throw bad(where, label, `must be { shape, data } or a list of numbers, not ${kindOf(value)}`);
  const shape = shapeOf(value);
  refuseLarge(where, label, shape);
  const data = new Float32Array(shape.reduce((product, edge) => product * edge, 1));
  fill(where, label, data, 0, value, shape, 0);
  return { shape, data };
}

function readBlock(where: string, label: string, { shape, data, ...rest }: Record<string, unknown>): NumberBlock {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw bad(where, label, `has no property named ${JSON.stringify(unknown.slice(0, 40))}`);
  const isShape =
    Array.isArray(shape) && shape.length <= MAX_RANK && shape.every((edge) => Number.isSafeInteger(edge) && edge > 0);
  if (!isShape) throw bad(where, `${label}.shape`, `must be a list of at most ${MAX_RANK} whole numbers over 0`);
  refuseLarge(where, label, shape);
  const size = shape.reduce((product, edge) => product * edge, 1);
  if (!Array.isArray(data) && !isNumberArray(data))
    throw bad(where, `${label}.data`, `must be a list of numbers, not ${kindOf(data)}`);
  if (data.length !== size) throw bad(where, `${label}.data`, `has ${data.length} numbers for a shape of ${size}`);
  const numbers = new Float32Array(size);
  fill(where, `${label}.data`, numbers, 0, data, [size], 0);
  return { shape, data: numbers };
}

function isNumberArray(value: unknown): value is ArrayLike<number> {
  return (
    ArrayBuffer.isView(value) &&
    !(value instanceof DataView) &&
    !(value instanceof BigInt64Array || value instanceof BigUint64Array)
  );
}

function shapeOf(value: unknown): number[] {
  const shape: number[] = [];
  let item = value;
  while ((Array.isArray(item) || isNumberArray(item)) && shape.length <= MAX_RANK) {
    shape.push(item.length);
    item = item[0];
  }
  return shape;
}

function refuseLarge(where: string, label: string, shape: number[]): void {
  if (shape.length > MAX_RANK) throw bad(where, label, `nests over ${MAX_RANK} levels`);
  const size = shape.reduce((product, edge) => product * edge, 1);
  if (size === 0) throw bad(where, label, 'is empty');
  if (size <= TFJS_MAX_INPUT_VALUES) return;
  throw new PackLimitError(
    where,
    'too-large',
    `${label} has ${size} numbers, over the limit of ${TFJS_MAX_INPUT_VALUES}`,
    'Pass fewer',
    'TFJS_MAX_INPUT_VALUES',
  );
}

function fill(
  where: string,
  label: string,
  data: Float32Array,
  start: number,
  value: unknown,
  shape: readonly number[],
  depth: number,
): number {
  if (depth === shape.length) {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw bad(where, label, 'holds something that is no finite number');
    data[start] = value;
    return start + 1;
  }
  if ((!Array.isArray(value) && !isNumberArray(value)) || value.length !== shape[depth])
    throw bad(where, label, 'has lists of different lengths');
  let at = start;
  for (let index = 0; index < value.length; index += 1)
    at = fill(where, label, data, at, value[index], shape, depth + 1);
  return at;
}

function bad(where: string, label: string, what: string): PackInputError {
  return new PackInputError(
    where,
    'bad-argument',
    `${label} ${what}`,
    'Pass { shape: [2, 3], data: [1, 2, 3, 4, 5, 6] }',
  );
}
