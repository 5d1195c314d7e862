/**
 * Everything a program finds on `globalThis` that the language itself does not bring.
 * @module
 */
import { MAX_LOOP_ITERATIONS } from '../guest-limits.js';
import { createAssetToSandbox, createSandboxToAsset } from './assets.js';
import type { GuestBridge } from './bridge.js';
import { type ConsoleLevel, createConsole } from './console.js';
import { createCrypto } from './crypto.js';
import { TextDecoder, TextEncoder } from './encoding.js';
import { createFetch } from './fetch.js';
import { createFormat } from './format.js';
import { frozenClass } from './frozen.js';
import { createTextHelpers } from './large-texts.js';
import { createMedia } from './media.js';
import { defineHidden } from './own-property.js';
import { parallelMap } from './parallel-map.js';
import { ObjectFreeze } from './primordials.js';
import { deleteGlobals, sealCodeGeneration } from './seal.js';
import { createGetSecret, createNodetool } from './secrets.js';
import { createSleep } from './sleep.js';
import { createStream } from './stream.js';
import { tagged } from './tagged.js';
import { URL } from './url.js';
import { URLSearchParams } from './url-search-params.js';
import { createWorkspace } from './workspace.js';

/** What the world needs of its surroundings. */
export interface WorldParts {
  /** Takes one console line, without the level's prefix. */
  write: (level: ConsoleLevel, text: string) => void;
  bridge: GuestBridge;
}

/**
 * Installs the guest's globals on `target`, removes the unwanted ones and closes the constructors that compile text.
 * The objects are frozen; the bindings are writable, so a program may shadow them.
 */
export function installWorld(target: object, { write, bridge }: WorldParts): void {
  const define = (name: string, value: unknown): void => defineHidden(target, name, value);
  define('console', createConsole(write));
  define('crypto', createCrypto(bridge));
  define('fetch', createFetch(bridge));
  define('format', createFormat(bridge));
  define('sleep', createSleep(bridge));
  define('stream', createStream(bridge));
  define('URL', frozenClass(tagged(URL, 'URL')));
  define('URLSearchParams', frozenClass(tagged(URLSearchParams, 'URLSearchParams')));
  define('TextEncoder', frozenClass(tagged(TextEncoder, 'TextEncoder')));
  define('TextDecoder', frozenClass(tagged(TextDecoder, 'TextDecoder')));
  const { toBase64, fromBase64, toHex, fromHex } = createTextHelpers(bridge);
  define('toBase64', toBase64);
  define('fromBase64', fromBase64);
  define('toHex', toHex);
  define('fromHex', fromHex);
  define('parallelMap', ObjectFreeze(parallelMap));
  define('getSecret', createGetSecret(bridge));
  define('nodetool', createNodetool(bridge));
  define('workspace', createWorkspace(bridge));
  define('__secretScope', null);
  define('assetToSandbox', createAssetToSandbox(bridge));
  define('sandboxToAsset', createSandboxToAsset(bridge));
  define('media', createMedia(bridge));
  define('__maxIter', MAX_LOOP_ITERATIONS);
  deleteGlobals(target);
  sealCodeGeneration();
}
