/**
 * The whole surface, by name. The types make a name that is installed and not described an error.
 * @module
 */
import type { ExposedBridgeName, GuestClassName, GuestHelperName, LaterGuestName } from '../../name-tables.js';
import { ASSET_TO_SANDBOX, SANDBOX_TO_ASSET } from './assets.js';
import {
  DOM_EXCEPTION,
  INTERNAL_ERROR,
  NODETOOL,
  QUEUE_MICROTASK,
  TEXT_DECODER,
  TEXT_ENCODER,
  URL_CLASS,
  URL_SEARCH_PARAMS,
} from './classes.js';
import { CONSOLE } from './console.js';
import { CRYPTO } from './crypto.js';
import { EMIT, OUTPUT, PROGRESS } from './deliveries.js';
import { FETCH } from './fetch.js';
import { FORMAT } from './format.js';
import { FROM_BASE64, FROM_HEX, PARALLEL_MAP, TO_BASE64, TO_HEX } from './helpers.js';
import { MEDIA } from './media.js';
import { GET_SECRET } from './secrets.js';
import type { BridgeSurface, HelperSurface, NativeSurface } from './shape.js';
import { SLEEP } from './sleep.js';
import { STREAM } from './stream.js';
import { MAX_ITER, SECRET_SCOPE } from './values.js';
import { WORKSPACE } from './workspace.js';

type ByName<Name extends string, Part> = Readonly<Record<Exclude<Name, LaterGuestName>, Part>> &
  Readonly<Partial<Record<Name & LaterGuestName, Part>>>;

/** Every bridge that is installed. */
export const BRIDGE_SURFACES: ByName<ExposedBridgeName, BridgeSurface> = {
  console: CONSOLE,
  fetch: FETCH,
  crypto: CRYPTO,
  sleep: SLEEP,
  getSecret: GET_SECRET,
  workspace: WORKSPACE,
  assetToSandbox: ASSET_TO_SANDBOX,
  sandboxToAsset: SANDBOX_TO_ASSET,
  progress: PROGRESS,
  emit: EMIT,
  output: OUTPUT,
  format: FORMAT,
  media: MEDIA,
  __maxIter: MAX_ITER,
  __secretScope: SECRET_SCOPE,
};

/** Every helper that is installed. */
export const HELPER_SURFACES: ByName<GuestHelperName, HelperSurface> = {
  toBase64: TO_BASE64,
  fromBase64: FROM_BASE64,
  toHex: TO_HEX,
  fromHex: FROM_HEX,
  parallelMap: PARALLEL_MAP,
  stream: STREAM,
};

type EngineExtra = 'queueMicrotask' | 'InternalError' | 'DOMException';

/** What the core or the engine brings beyond the ES library. */
export const NATIVE_SURFACES: ByName<GuestClassName | EngineExtra, NativeSurface> = {
  URL: URL_CLASS,
  URLSearchParams: URL_SEARCH_PARAMS,
  TextEncoder: TEXT_ENCODER,
  TextDecoder: TEXT_DECODER,
  nodetool: NODETOOL,
  queueMicrotask: QUEUE_MICROTASK,
  InternalError: INTERNAL_ERROR,
  DOMException: DOM_EXCEPTION,
};
