/** What a way to run a program must be able to do. Each method is one whole run; one that is missing cannot be done. */

/**
 * @typedef {object} Library
 * @property {string} name
 * @property {string} digest 64 hex digits over the source
 * @property {string} source an ES module
 * @property {string} script the same library as a CommonJS script
 * @property {string} program an expression over `library`, the module's namespace
 *
 * @typedef {{ id: number, tags: string[] }} Asked
 * @typedef {{ id: number, name: string, amount: number }} Answered
 *
 * @typedef {object} Candidate
 * @property {string} id
 * @property {string} name
 * @property {() => Promise<unknown>} empty a program that returns 1
 * @property {(rows: readonly object[]) => Promise<unknown>} [rows] takes rows in and gives them back
 * @property {(count: number, call: (i: number) => number | Promise<number>) => Promise<unknown>} [calls]
 *   awaits a host function `count` times, answers the sum
 * @property {(count: number, call: (asked: Asked) => Promise<Answered>) => Promise<unknown>} [objectCalls]
 *   the same with a small object each way, answers the sum of `id` and `amount`
 * @property {(bytes: Uint8Array) => Promise<unknown>} [bytes] takes bytes in and gives them back
 * @property {(source: string) => Promise<unknown>} [compute] answers what `kernel()`, a function of the source, returns
 * @property {(library: Library) => Promise<unknown>} [library] imports a library and uses it
 * @property {(source: string, timeoutMs: number) => Promise<void>} [endAtDeadline]
 *   runs a program with a deadline; resolves when its end has been told
 * @property {(source: string, whenStarted: () => void, signal: AbortSignal) => Promise<void>} [cancel]
 *   runs a program that says when it starts, and resolves when it has been cancelled
 * @property {(source: string, limitBytes: number, tell: (count: number) => Promise<number>) => Promise<void>} [fill]
 *   runs a program that fills its memory and tells its progress, until the limit ends it
 * @property {(until: Promise<void>) => Promise<void>} [wait] a run that waits for the host
 * @property {Readonly<Record<string, string>>} [cannot] why a method is missing
 */

export {};
