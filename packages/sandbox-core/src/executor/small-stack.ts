/**
 * The stack of threads that nobody can give more to: a main thread, a page, a worker of a page.
 * @module
 */

/**
 * With a larger limit the host's own stack would run out before the guest's check, in recursion through built-in
 * functions such as `JSON.stringify`: measured with programs that do so.
 */
export const SMALL_STACK_BYTES = 64 * 1024;
