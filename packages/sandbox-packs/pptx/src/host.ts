/**
 * Host side of the pptx pack: what the guest's functions call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

const load = (where: string) => loadLibrary(where, 'fflate', () => import('./extract-slides.js'));

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async extractText({ where, args, warn }) {
    return (await load(where)).extractText(where, args[0], args[1], warn);
  },
  async extractSlides({ where, args, warn }) {
    return (await load(where)).extractSlides(where, args[0], args[1], warn);
  },
};
