import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import type { EngineBox, EnginePage } from './engine.js';
import { OCR_MAX_WORDS } from './limits.js';

/** One word of the answer. */
export interface Word {
  text: string;
  confidence: number;
  bbox: { x: number; y: number; width: number; height: number } | null;
}

/**
 * The words of a page in reading order; the engine gives them inside blocks, paragraphs and lines only.
 * @throws {PackLimitError} `ocr.too-many`
 */
export function wordsOf(where: string, page: EnginePage): Word[] {
  const words: Word[] = [];
  for (const block of page.blocks ?? []) {
    for (const paragraph of block.paragraphs) {
      for (const line of paragraph.lines) {
        for (const { text, confidence, bbox } of line.words) words.push({ text, confidence, bbox: rectangle(bbox) });
        if (words.length > OCR_MAX_WORDS) throw tooMany(where);
      }
    }
  }
  return words;
}

function rectangle(box: EngineBox | null | undefined): Word['bbox'] {
  return box ? { x: box.x0, y: box.y0, width: box.x1 - box.x0, height: box.y1 - box.y0 } : null;
}

function tooMany(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-many',
    `the picture has more than ${OCR_MAX_WORDS} words`,
    'Cut it into parts',
    'OCR_MAX_WORDS',
  );
}
