/// <reference path="./mammoth-page.d.ts" />
/**
 * Host side of the mammoth pack in a page: the library's build for Node needs modules of Node.
 * @module
 */
import { hostFunctions } from './host-functions.js';

export const functions = hostFunctions(() => import('mammoth/mammoth.browser.min.js'));
