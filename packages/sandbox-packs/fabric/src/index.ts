/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const fabric = plainCalls('fabric', functions);

/** Draws a scene; see `guest.d.ts`. */
export const render = fabric['render'];
/** Writes a scene as SVG; see `guest.d.ts`. */
export const renderSVG = fabric['renderSVG'];
/** Reads an SVG into objects; see `guest.d.ts`. */
export const loadSVG = fabric['loadSVG'];
/** Draws a scene as a data URI; see `guest.d.ts`. */
export const toDataURL = fabric['toDataURL'];
export default fabric;
