/**
 * Host side of the ocr pack: what the guest's `recognize` calls.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { nodeEngines } from './engine.node.js';
import { EnginePool } from './engine-pool.js';
import { OCR_ENGINE_IDLE_MS, OCR_MAX_ENGINES } from './limits.js';
import { recognizeText } from './recognize.js';

/** What the host may say about its data. */
export interface OcrHostOptions {
  /** Folder of `<language>.traineddata` or `.traineddata.gz`; default: what `NODETOOL_OCR_DATA` names, if anything. */
  dataFolder?: string;
}

/**
 * The functions over data of the host's choice, for a module whose URL the host gives as `hostModules.ocr`.
 * @example
 * export const functions = hostFunctions({ dataFolder: '/srv/tessdata' });
 */
export function hostFunctions(options: OcrHostOptions = {}): HostFunctions {
  const dataFolder = (): string | undefined => options.dataFolder ?? (process.env['NODETOOL_OCR_DATA'] || undefined);
  const pool = new EnginePool(nodeEngines(dataFolder), OCR_MAX_ENGINES, OCR_ENGINE_IDLE_MS);
  return { recognize: (call) => recognizeText(pool, call) };
}

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = hostFunctions();
