/**
 * Host side of the pdf pack in Node: character maps and fonts are files of an installed package.
 * @module
 */
import { pdfFunctions } from './pdf-functions.js';

/** Functions by export name, as the host-module registry lists them. */
export const functions = pdfFunctions(async (where) => (await import('./pdf-files.node.js')).installedFiles(where));
