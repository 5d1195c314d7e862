/**
 * Host side of the mammoth pack: what the guest's functions call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

const load = (where: string) => loadLibrary(where, 'mammoth', () => import('./convert-docx.js'));

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async extractRawText({ where, args, warn }) {
    return (await load(where)).extractRawText(where, args[0], args[1], warn);
  },
  async convertToHtml({ where, args, warn }) {
    return (await load(where)).convertToHtml(where, args[0], args[1], warn);
  },
};
