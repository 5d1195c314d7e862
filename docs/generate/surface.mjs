/**
 * What the generated pages share: the surface by name, with what is not installed yet left out.
 *
 * @typedef {import('../../packages/sandbox-core/src/manifest/surface/shape.js').BridgeSurface} BridgeSurface
 * @typedef {import('../../packages/sandbox-core/src/manifest/surface/shape.js').HelperSurface} HelperSurface
 * @typedef {import('../../packages/sandbox-core/src/manifest/surface/shape.js').NativeSurface} NativeSurface
 * @typedef {import('../../packages/sandbox-core/src/manifest/surface/shape.js').SurfaceMember} SurfaceMember
 * @typedef {object} Surface
 * @property {Readonly<Partial<Record<string, BridgeSurface>>>} BRIDGE_SURFACES
 * @property {Readonly<Partial<Record<string, HelperSurface>>>} HELPER_SURFACES
 * @property {Readonly<Partial<Record<string, NativeSurface>>>} NATIVE_SURFACES
 */

/**
 * Parts by name, without those of a later version and without plain values for hosts.
 *
 * @template T
 * @param {Readonly<Partial<Record<string, T>>>} parts
 * @param {readonly string[]} later
 * @returns {[name: string, part: T][]}
 */
export function installed(parts, later) {
  return /** @type {[string, T][]} */ (Object.entries(parts)).filter(
    ([name]) => !later.includes(name) && !name.startsWith('__'),
  );
}

/**
 * Members with the object they stand on: `nodetool.secrets.get` stands on `nodetool.secrets`.
 *
 * @param {readonly SurfaceMember[]} members
 * @returns {Map<string, SurfaceMember[]>}
 */
export function byOwner(members) {
  const owners = new Map();
  for (const member of members) {
    const owner = member.name.split('.').slice(0, -1).join('.');
    owners.set(owner, [...(owners.get(owner) ?? []), member]);
  }
  return owners;
}
