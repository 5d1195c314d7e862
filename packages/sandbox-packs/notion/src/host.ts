/**
 * Host side of the notion pack: what the guest's functions call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { toMarkdown } from './blocks-to-markdown.js';
import { buildRequest } from './build-request.js';
import { plainText } from './plain-text.js';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async request({ where, args }) {
    return buildRequest(where, args[0]);
  },
  async plainText({ where, args }) {
    return plainText(where, args[0]);
  },
  async toMarkdown({ where, args, warn }) {
    return toMarkdown(where, args[0], warn);
  },
};
