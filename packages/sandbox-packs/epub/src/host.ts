/**
 * Host side of the epub pack: what the guest's functions call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

const load = (where: string) => loadLibrary(where, 'htmlparser2', () => import('./read-epub.js'));

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async metadata({ where, args }) {
    return (await load(where)).metadata(where, args[0], args[1]);
  },
  async tableOfContents({ where, args, warn }) {
    return (await load(where)).tableOfContents(where, args[0], args[1], warn);
  },
  async extractText({ where, args, warn }) {
    return (await load(where)).extractText(where, args[0], args[1], warn);
  },
  async extractChapters({ where, args, warn }) {
    return (await load(where)).extractChapters(where, args[0], args[1], warn);
  },
};
