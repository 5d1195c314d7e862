import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';
import type { CanvasPlatform } from './canvas-platform.js';

/** The functions over a canvas that is loaded on first use. */
export function fabricFunctions(loadPlatform: () => Promise<CanvasPlatform>): HostFunctions {
  const load = (where: string) =>
    loadLibrary(where, 'fabric', async () => ({ platform: await loadPlatform(), ...(await import('./draw.js')) }));
  return {
    async render(call) {
      const { platform, drawScene } = await load(call.where);
      return (await drawScene(platform, call)).bytes;
    },
    async renderSVG(call) {
      const { platform, writeSvg } = await load(call.where);
      return writeSvg(platform, call);
    },
    async loadSVG(call) {
      const { platform, readSvgObjects } = await load(call.where);
      return readSvgObjects(platform, call);
    },
    async toDataURL(call) {
      const { platform, drawDataUri } = await load(call.where);
      return drawDataUri(platform, call);
    },
  };
}
