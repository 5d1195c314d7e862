/**
 * Host side of the html pack: what the guest's functions call.
 * @module
 */
import type { HostCall, HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

const loadExtract = (where: string) => loadLibrary(where, 'cheerio', () => import('./extract.js'));

const media =
  (name: 'extractImages' | 'extractAudio' | 'extractVideos') =>
  async ({ where, args, warn }: HostCall) => {
    const { MEDIA_SELECTORS, extractMedia } = await loadExtract(where);
    return extractMedia(where, args[0], MEDIA_SELECTORS[name], args[1], warn);
  };

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async select({ where, args }) {
    const { selectAll } = await loadLibrary(where, 'cheerio', () => import('./select.js'));
    return selectAll(where, args[0], args[1], args[2]);
  },
  async toMarkdown({ where, args }) {
    const { toMarkdown } = await loadLibrary(where, 'turndown', () => import('./to-markdown.js'));
    return toMarkdown(where, args[0], args[1]);
  },
  async toText({ where, args }) {
    return (await loadExtract(where)).toText(where, args[0]);
  },
  async extractLinks({ where, args, warn }) {
    return (await loadExtract(where)).extractLinks(where, args[0], args[1], warn);
  },
  extractImages: media('extractImages'),
  extractAudio: media('extractAudio'),
  extractVideos: media('extractVideos'),
  async extractMetadata({ where, args }) {
    return (await loadExtract(where)).extractMetadata(where, args[0]);
  },
  async extractReadableText({ where, args }) {
    return (await loadExtract(where)).extractReadableText(where, args[0]);
  },
};
