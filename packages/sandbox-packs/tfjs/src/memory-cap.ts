/**
 * Bounds the memory of WebAssembly, which no limit of a thread counts.
 * @module
 */
import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import type * as tensorflow from '@tensorflow/tfjs';
import { TFJS_MAX_TENSOR_BYTES } from './limits.js';

/** Every tensor of the backend gets its memory here. */
interface Storage {
  move?(dataId: object, values: unknown, shape: number[], dtype: string, refCount: number): void;
}

/**
 * Runs `work`; a tensor that would not fit beside those that are held is refused before memory is given to it.
 * @throws {PackLimitError} `tfjs.too-large`
 */
export async function withMemoryCap<T>(tf: typeof tensorflow, where: string, work: () => Promise<T>): Promise<T> {
  const storage = tf.backend() as unknown as Storage;
  const { move } = storage;
  if (move === undefined) return work();
  let refused: PackLimitError | undefined;
  storage.move = function (this: unknown, dataId, values, shape, dtype, refCount): void {
    const bytes = shape.reduce((product, edge) => product * edge, dtype === 'bool' ? 1 : 4);
    if (!(tf.memory().numBytes + bytes <= TFJS_MAX_TENSOR_BYTES)) {
      refused = tooLarge(where);
      throw refused;
    }
    move.call(this, dataId, values, shape, dtype, refCount);
  };
  try {
    return await work();
  } catch (error) {
    // The library may have put words of its own around it.
    throw refused ?? error;
  } finally {
    storage.move = move;
  }
}

function tooLarge(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-large',
    `the model holds more than ${TFJS_MAX_TENSOR_BYTES} bytes of numbers at a time`,
    'Use smaller inputs or a smaller model',
    'TFJS_MAX_TENSOR_BYTES',
  );
}
