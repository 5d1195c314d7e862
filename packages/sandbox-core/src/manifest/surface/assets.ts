/**
 * `assetToSandbox`, `sandboxToAsset`, and the reference to an asset.
 * @module
 */
import type { BridgeSurface } from './shape.js';

export const ASSET_TO_SANDBOX: BridgeSurface = {
  kind: 'function',
  description: 'Copies a stored asset into the workspace.',
  members: [
    {
      name: 'assetToSandbox',
      forms: ['(assetId: string, path: string): Promise<string>'],
      description: 'Copies a stored asset to a path of the workspace and resolves with where it is.',
      requiresContext: true,
    },
  ],
};

export const SANDBOX_TO_ASSET: BridgeSurface = {
  kind: 'function',
  description: 'Stores a file of the workspace as an asset.',
  members: [
    {
      name: 'sandboxToAsset',
      forms: ['(path: string): Promise<AssetRef>'],
      description: 'Stores a file of the workspace as an asset and resolves with its reference.',
      requiresContext: true,
    },
  ],
  types: [
    `/** Reference to stored media: hand it out with \`output\` or \`emit\`, or read it with \`media\`. */
interface AssetRef {
  readonly type: 'image' | 'audio' | 'video' | 'text' | 'document' | 'asset';
  readonly uri: string;
  readonly asset_id: string | null;
}`,
  ],
};
