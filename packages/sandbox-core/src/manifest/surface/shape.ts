/**
 * How a part of the surface is described. The manifest, the reference and the declarations for editors are made from it.
 * @module
 */

/** One function. */
export interface SurfaceMember {
  /** As a program writes it: `fn`, `ns.fn`. */
  readonly name: string;
  /** Call forms in TypeScript, without the name: `(path: string): Promise<string>`. */
  readonly forms: readonly [string, ...string[]];
  /** One sentence. */
  readonly description: string;
  /** Sentences that an author may need: units, limits, errors. */
  readonly details?: readonly string[];
  readonly requiresContext?: true;
  readonly requiresProgressSink?: true;
}

/** A type that signatures name: a TypeScript declaration with its docstring, without `declare` or `export`. */
export type SurfaceType = string;

interface SurfacePart {
  readonly description: string;
  readonly details?: readonly string[];
  readonly types?: readonly SurfaceType[];
  /** Body of a program that shows the use; a line `console.log(…); // text` says what it prints. */
  readonly example?: string;
}

/** A bridge: one function, an object of functions, or a value that only hosts need. */
export interface BridgeSurface extends SurfacePart {
  readonly kind: 'function' | 'namespace' | 'value';
  readonly members: readonly SurfaceMember[];
  readonly internalMembers?: readonly string[];
}

/** A helper function, and the functions that stand on it. */
export interface HelperSurface extends SurfacePart {
  readonly call: SurfaceMember;
  readonly members?: readonly SurfaceMember[];
}

/** A standard class or value that the core brings: a TypeScript declaration, without `declare`. */
export interface NativeSurface extends SurfacePart {
  readonly declaration: string;
}
