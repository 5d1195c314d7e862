/**
 * Things in a picture.
 * @module
 */
import type { Pixels } from '@nodetool-ai/sandbox-pack-kit/pixels';
import { type Candidate, keepBest } from './boxes.js';
import type { ChosenModel } from './choose-model.js';
import { COCO_LABELS, cocoLabelOfId } from './coco-labels.js';
import { type OpenModel, unfit } from './open-model.js';
import { type Output, type PictureRun, runOnPicture } from './run-picture.js';
import type { TensorFlow } from './tensorflow.js';

/** One thing; its box is in pixels of the picture. */
export interface Detection {
  className: string;
  score: number;
  bbox: { x: number; y: number; width: number; height: number };
}

const LIST_NODE = 'tower_0/detections';

/** Things with a score of at least `minScore`, best first. */
export async function detectInPicture(
  tf: TensorFlow,
  where: string,
  model: ChosenModel,
  picture: Pixels,
  { maxBoxes, minScore }: { maxBoxes: number; minScore: number },
): Promise<Detection[]> {
  const run = await runOnPicture(tf, where, model, picture, listNode);
  const candidates = candidatesOf(run, model.files.labels);
  if (!candidates) throw unfit(where, model.files, 'gives no boxes in a known form');
  const good = candidates.filter(
    ({ score, left, top, right, bottom }) => score >= minScore && right > left && bottom > top,
  );
  return keepBest(good, maxBoxes).map(({ className, score, left, top, right, bottom }) => ({
    className,
    score,
    bbox: {
      x: left * picture.width,
      y: top * picture.height,
      width: (right - left) * picture.width,
      height: (bottom - top) * picture.height,
    },
  }));
}

function listNode(open: OpenModel): readonly string[] | undefined {
  return open.outputNames.includes(LIST_NODE) ? [LIST_NODE] : undefined;
}

function candidatesOf({ outputs, width, height }: PictureRun, labels: string[] | undefined): Candidate[] | undefined {
  const list = outputs.find(({ shape }) => shape.length === 3 && shape[2] === 6);
  if (list) return fromList(list, width, height, labels);
  const boxes = outputs.find(({ shape }) => shape.at(-1) === 4 && shape.length >= 3);
  const scores = outputs.find((output) => output !== boxes && output.shape.length === 3);
  if (!boxes || !scores || boxes.data.length / 4 !== scores.shape[1]) return undefined;
  return fromAnchors(boxes, scores, labels);
}

/** Rows of left, top, right, bottom in pixels of the input, score, class. */
function fromList({ data }: Output, width: number, height: number, labels: string[] | undefined): Candidate[] {
  const found: Candidate[] = [];
  for (let at = 0; at + 5 < data.length; at += 6) {
    const [left = 0, top = 0, right = 0, bottom = 0, score = 0, number = 0] = Array.from(
      { length: 6 },
      (_, n) => data[at + n],
    );
    found.push({
      className: (labels ?? COCO_LABELS)[number] ?? `class ${number}`,
      score,
      left: within(left / width),
      top: within(top / height),
      right: within(right / width),
      bottom: within(bottom / height),
    });
  }
  return found;
}

/** Boxes of top, left, bottom, right from 0 to 1, and for each a score per class. */
function fromAnchors(boxes: Output, scores: Output, labels: string[] | undefined): Candidate[] {
  const classes = scores.shape[2] ?? 0;
  const found: Candidate[] = [];
  for (let box = 0; box < boxes.data.length / 4; box += 1) {
    let best = 0;
    for (let number = 1; number < classes; number += 1)
      if (Number(scores.data[box * classes + number]) > Number(scores.data[box * classes + best])) best = number;
    const name = labels ? labels[best] : cocoLabelOfId(best + 1);
    const [top, left, bottom, right] = [0, 1, 2, 3].map((at) => within(Number(boxes.data[box * 4 + at])));
    found.push({
      className: name ?? `class ${best}`,
      score: Number(scores.data[box * classes + best]),
      left: left ?? 0,
      top: top ?? 0,
      right: right ?? 0,
      bottom: bottom ?? 0,
    });
  }
  return found;
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part));
}
