/**
 * Caps of the tfjs pack, beside those of text, bytes and pictures that all packs share.
 * @module
 */

/** Largest weights of one model, in bytes (64 MiB). */
export const TFJS_MAX_MODEL_BYTES = 67_108_864;

/** Longest JSON text of one model, in UTF-16 units (16 MiB). */
export const TFJS_MAX_JSON_CHARS = 16_777_216;

/** Most numbers of one input, and most weights that a model may have. */
export const TFJS_MAX_INPUT_VALUES = 16_777_216;

/** Most numbers of all outputs of one call. */
export const TFJS_MAX_OUTPUT_VALUES = 1_000_000;

/** Most bytes of all numbers that a model holds at a time while it runs (512 MiB). */
export const TFJS_MAX_TENSOR_BYTES = 536_870_912;

/** Most numbers of all layers together for one batch of a training. */
export const TFJS_MAX_TRAIN_VALUES = 33_554_432;

/** Most weights of a trained model. */
export const TFJS_MAX_TRAIN_PARAMETERS = 1_000_000;

/** Most layers of a trained model. */
export const TFJS_MAX_TRAIN_LAYERS = 64;

/** Most epochs. */
export const TFJS_MAX_TRAIN_EPOCHS = 10_000;

/** Most samples. */
export const TFJS_MAX_TRAIN_SAMPLES = 100_000;

/** Most labels of one model, and most words of one vocabulary. */
export const TFJS_MAX_LABELS = 200_000;

/** Longest question, in UTF-16 units. */
export const TFJS_MAX_QUESTION_CHARS = 1000;

/** Longest passage, in UTF-16 units. */
export const TFJS_MAX_PASSAGE_CHARS = 100_000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const TFJS_CALL_TIMEOUT_MS = 60_000;
