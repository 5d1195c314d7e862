/** Compares texts with diff. Every call returns a promise. */

/** Options of {@link unified}. */
export interface UnifiedOptions {
  /** Lines around a change; default 3, clamped to 0…100. */
  context?: number;
  /** One line of at most 1024 characters; default `"a"`. */
  oldName?: string;
  /** One line of at most 1024 characters; default `"b"`. */
  newName?: string;
}

/**
 * A unified patch that turns `a` into `b`, for `patch -p0` and `git apply -p0`: a line of 67 `=`, `--- oldName`,
 * `+++ newName`, hunks. Equal texts give these three lines and no `@@`. At most 5 242 880 characters per side; the
 * search ends after 10 s.
 * @throws codes `diff.bad-argument`, `diff.too-large`, `diff.timeout`
 * @example
 * (await unified('x\ny\n', 'x\nz\n')).includes('-y\n+z\n'); // true
 */
export function unified(a: string, b: string, options?: UnifiedOptions): Promise<string>;

declare const diff: { readonly unified: typeof unified };
export default diff;
