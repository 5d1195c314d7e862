/**
 * `URL` and `URLSearchParams` of the guest against those of Node. The guest's classes run in Node as they are.
 * @module
 */
import * as url from '../../../packages/sandbox-core/src/guest/url.js';
import * as params from '../../../packages/sandbox-core/src/guest/url-search-params.js';
import {
  paramsFault,
  paramsInput,
  type UrlClasses,
  urlFault,
  urlInput,
} from '../../../packages/sandbox-core/test/url-inputs.js';
import { type FuzzTarget, subject } from '../target.js';

const guest = { URL: url.URL, URLSearchParams: params.URLSearchParams } as unknown as UrlClasses;

const failing = (fault: string | undefined): void => {
  if (fault !== undefined) throw new Error(fault);
};

/** Every part of a URL, also after setters; differences of Node to the standard are named beside the comparison. */
export const urlTarget: FuzzTarget = {
  name: 'url',
  open: () => subject({ cases: urlInput, check: (input) => failing(urlFault(guest, input)) }),
};

/** Every method of a list. */
export const urlSearchParams: FuzzTarget = {
  name: 'url-search-params',
  open: () => subject({ cases: paramsInput, check: (input) => failing(paramsFault(guest, input)) }),
};
