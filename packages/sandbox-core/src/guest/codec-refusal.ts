/**
 * Refusals of values that cannot cross, told apart from errors of the program's own.
 * @module
 */
import { type Frame, pathText, type Walk } from './codec-frame.js';
import { defineHidden } from './own-property.js';
import { uncurry } from './primordials.js';

const NativeTypeError = TypeError;
const refusals = new WeakSet<object>();
const hasRefusal = uncurry(WeakSet.prototype.has) as (set: WeakSet<object>, value: object) => boolean;
const addRefusal = uncurry(WeakSet.prototype.add) as (set: WeakSet<object>, value: object) => unknown;

/** Marks an error as a refusal. */
export function refusal<T extends Error>(error: T): T {
  addRefusal(refusals, error);
  return error;
}

/** Whether an error is a refusal of `pack`, and not one that the program's own getters threw. */
export function isRefusal(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && hasRefusal(refusals, error);
}

/** Marks the two refusals that have a run failure code of their own. */
export function withCode(error: TypeError): TypeError {
  defineHidden(error, 'code', 'UNSERIALIZABLE');
  return error;
}

/** The refusal of the child that `parent` is at; `rest` goes on behind what it is. */
export function refuse(walk: Walk, parent: Frame | null, is: string, rest: string): TypeError {
  return refusal(new NativeTypeError(pathText(walk.what, parent) + ' ' + is + (rest[0] === '.' ? rest : ' ' + rest)));
}
