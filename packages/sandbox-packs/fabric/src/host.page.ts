/**
 * Host side of the fabric pack in a page or its worker. Its fonts come from the address that the page names.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import type { CanvasPlatform } from './canvas-platform.js';
import { fabricFunctions } from './fabric-functions.js';

/** What the page must say. */
export interface FabricPageOptions {
  /** Absolute address below which the files of `assets.json` lie by their names; it ends with `/`. */
  assetsUrl: string | URL;
}

/**
 * The functions over the fonts at `assetsUrl`.
 * @example
 * export const functions = hostFunctions({ assetsUrl: new URL('/fabric-assets/', location.href) });
 */
export function hostFunctions({ assetsUrl }: FabricPageOptions): HostFunctions {
  const base = new URL(assetsUrl);
  let platform: CanvasPlatform | undefined;
  return fabricFunctions(async () => {
    const { pagePlatform } = await import('./platform.page.js');
    platform ??= pagePlatform(base);
    return platform;
  });
}

const missing = async ({ where }: { where: string }): Promise<never> => {
  throw new PackUnavailableError(
    where,
    'the drawing library',
    'Pass hostFunctions({ assetsUrl }) of this module as hostModules.fabric',
  );
};

/** Without an address of its fonts every call says what is missing. */
export const functions: HostFunctions = { render: missing, renderSVG: missing, loadSVG: missing, toDataURL: missing };
