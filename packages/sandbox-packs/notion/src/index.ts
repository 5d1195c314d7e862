/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const notion = plainCalls('notion', functions);

/** Builds a request; see `guest.d.ts`. */
export const request = notion['request'];
/** Text of rich text; see `guest.d.ts`. */
export const plainText = notion['plainText'];
/** Blocks as Markdown; see `guest.d.ts`. */
export const toMarkdown = notion['toMarkdown'];
export default notion;
