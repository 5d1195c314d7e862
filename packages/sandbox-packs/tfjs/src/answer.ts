/**
 * Answers that stand in a passage.
 * @module
 */
import type { Tensor } from '@tensorflow/tfjs';
import type { ChosenModel } from './choose-model.js';
import { type ModelInput, type OpenModel, unfit, withModel } from './open-model.js';
import type { TensorFlow } from './tensorflow.js';
import { type WordPiece, WordPieces } from './word-pieces.js';

/** One answer: `passage.slice(startIndex, endIndex)` is its text. */
export interface Answer {
  text: string;
  score: number;
  startIndex: number;
  endIndex: number;
}

const DEFAULT_LENGTH = 384;
const MAX_QUESTION_PIECES = 64;
const MAX_ANSWER_PIECES = 32;
const STEP = 128;
const CANDIDATES = 20;
const MAX_ANSWERS = 5;

/** The best spans of a passage, best first; scores are sums of the model's two values. */
export function answerFromPassage(
  tf: TensorFlow,
  where: string,
  { files }: ChosenModel,
  question: string,
  passage: string,
): Promise<Answer[]> {
  const { vocabulary } = files;
  if (!vocabulary) throw unfit(where, files, 'has no vocabulary');
  const pieces = new WordPieces(vocabulary);
  return withModel(tf, where, files, async (model) => {
    const lengths = model.inputs.flatMap(({ shape }) =>
      shape.length === 2 && Number(shape[1]) > 0 ? [Number(shape[1])] : [],
    );
    const length = lengths[0] ?? DEFAULT_LENGTH;
    const asked = pieces
      .cut(question)
      .slice(0, MAX_QUESTION_PIECES)
      .map(({ id }) => id);
    const room = length - asked.length - 3;
    if (room < 1 || length > 4096)
      throw unfit(where, files, `takes ${length} pieces, which is no fit for the question`);
    const words = pieces.cut(passage);
    const answers: Answer[] = [];
    // A passage that is too long is read in windows that overlap.
    for (let from = 0; from === 0 || from < words.length; from += Math.min(STEP, Math.ceil(room / 2))) {
      const window = words.slice(from, from + room);
      const ids = [
        pieces.idOf('[CLS]', 101),
        ...asked,
        pieces.idOf('[SEP]', 102),
        ...window.map(({ id }) => id),
        pieces.idOf('[SEP]', 102),
      ];
      const [starts, ends] = await scoresOf(tf, where, model, files, ids, asked.length + 2, length);
      answers.push(...bestSpans(starts, ends, window, asked.length + 2, passage));
      if (from + room >= words.length) break;
    }
    return bestAnswers(answers);
  });
}

async function scoresOf(
  tf: TensorFlow,
  where: string,
  model: OpenModel,
  files: ChosenModel['files'],
  ids: number[],
  passageStart: number,
  length: number,
): Promise<[ArrayLike<number>, ArrayLike<number>]> {
  const tensors = model.inputs.map((input) => inputTensor(tf, input, ids, passageStart, length));
  const named = (part: string): string | undefined =>
    model.outputNames.find((name) => name.toLowerCase().includes(part));
  const [start, end] = [named('start') ?? model.outputNames[0], named('end') ?? model.outputNames[1]];
  if (start === undefined || end === undefined) throw unfit(where, files, 'does not give a start and an end');
  const [starts, ends] = await model.run(tensors, [start, end]);
  if (!starts || !ends) throw unfit(where, files, 'does not give a start and an end');
  const read: [ArrayLike<number>, ArrayLike<number>] = [await starts.data(), await ends.data()];
  tf.dispose([...tensors, starts, ends]);
  return read;
}

function inputTensor(
  tf: TensorFlow,
  { name, shape, dtype }: ModelInput,
  ids: number[],
  start: number,
  length: number,
): Tensor {
  const type = dtype === 'int32' ? 'int32' : 'float32';
  // Some exported models ask for the step of their training.
  if (shape.length !== 2) return tf.scalar(1, type);
  const values = new Array<number>(length).fill(0);
  const isMask = /mask/i.test(name);
  const isSegment = /segment|type/i.test(name);
  for (const [at, id] of ids.entries()) values[at] = isMask ? 1 : isSegment ? Number(at >= start) : id;
  return tf.tensor(values, [1, length], type);
}

function bestSpans(
  starts: ArrayLike<number>,
  ends: ArrayLike<number>,
  window: readonly WordPiece[],
  offset: number,
  passage: string,
): Answer[] {
  const best = (scores: ArrayLike<number>): number[] =>
    window
      .map((_piece, at) => at)
      .sort((one, other) => Number(scores[other + offset]) - Number(scores[one + offset]))
      .slice(0, CANDIDATES);
  const answers: Answer[] = [];
  const lastPieces = best(ends);
  for (const first of best(starts)) {
    for (const last of lastPieces) {
      const [from, to] = [window[first], window[last]];
      const score = Number(starts[first + offset]) + Number(ends[last + offset]);
      if (!from || !to || last < first || last - first >= MAX_ANSWER_PIECES || !(score > 0)) continue;
      answers.push({ text: passage.slice(from.start, to.end), score, startIndex: from.start, endIndex: to.end });
    }
  }
  return bestAnswers(answers);
}

function bestAnswers(answers: readonly Answer[]): Answer[] {
  const kept: Answer[] = [];
  for (const answer of [...answers].sort((one, other) => other.score - one.score)) {
    if (kept.length >= MAX_ANSWERS) break;
    const isNew = kept.every(
      ({ startIndex, endIndex }) => startIndex !== answer.startIndex || endIndex !== answer.endIndex,
    );
    if (isNew) kept.push(answer);
  }
  return kept;
}
