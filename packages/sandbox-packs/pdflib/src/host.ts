/**
 * Host side of the pdflib pack in Node: the fallback font is a file of an installed package.
 * @module
 */
import { pdfFunctions } from './pdf-functions.js';

/** Functions by export name, as the host-module registry lists them. */
export const functions = pdfFunctions(async (where) => (await import('./font-file.node.js')).readFontFile(where));
