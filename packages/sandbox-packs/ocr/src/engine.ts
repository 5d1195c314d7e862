/**
 * What a text engine is to the rest of the pack; one per platform makes it.
 * @module
 */

/** A box as the engine gives it. */
export interface EngineBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** One word as the engine gives it. */
export interface EngineWord {
  text: string;
  confidence: number;
  bbox?: EngineBox | null;
}

/** What the engine found in a picture. */
export interface EnginePage {
  text: string;
  confidence: number;
  blocks?: { paragraphs: { lines: { words: EngineWord[] }[] }[] }[] | null;
}

/** An engine for one set of languages. It reads one picture at a time. */
export interface OcrEngine {
  /** `mode` is the engine's page segmentation mode; `undefined` leaves its own choice. */
  recognize(png: Uint8Array, mode: number | undefined): Promise<EnginePage>;
  /** Whether the engine keeps the process alive. */
  keepAlive(isBusy: boolean): void;
  close(): void;
}

/** Starts an engine. */
export type OpenEngine = (where: string, languages: readonly string[]) => Promise<OcrEngine>;
