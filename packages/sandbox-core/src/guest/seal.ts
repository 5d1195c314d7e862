/**
 * Takes away what a guest must not have: constructors that compile text, and globals of other environments.
 * @module
 */
import { BLOCKED_TIMER_GLOBALS, DELETED_GUEST_GLOBALS } from '../name-tables.js';
import { ObjectFreeze, ReflectDefineProperty, ReflectDeleteProperty, ReflectGetPrototypeOf } from './primordials.js';

const EvalErrorClass = EvalError;

/**
 * Replaces `constructor` on the prototypes of all four kinds of function with one frozen stand-in that throws.
 *
 * The stand-in keeps the real `Function.prototype`, so `instanceof` and libraries that read `Function.prototype`
 * through it go on working. No expression reaches a constructor that compiles text afterwards.
 */
export function sealCodeGeneration(): void {
  // A declaration, not an arrow: what stands for a constructor must be one, so that `new` meets the same error.
  function standIn(): never {
    throw new EvalErrorClass(
      'code generation from strings is not allowed in the sandbox; write the code as a function',
    );
  }
  // The hook would hand a program the functions on the stack of an error, ours among them.
  ReflectDeleteProperty(Error, 'prepareStackTrace');
  const plain = ReflectGetPrototypeOf(standIn) as object;
  fix(standIn, 'name', 'Function');
  fix(standIn, 'prototype', plain);
  ObjectFreeze(standIn);
  const kinds = [plain, async () => {}, function* () {}, async function* () {}];
  for (let index = 0; index < kinds.length; index++) {
    const kind = kinds[index] as object;
    fix(index === 0 ? kind : (ReflectGetPrototypeOf(kind) as object), 'constructor', standIn);
  }
}

/** Deletes the globals that no program may have. */
export function deleteGlobals(target: object): void {
  for (let index = 0; index < DELETED_GUEST_GLOBALS.length; index++) {
    ReflectDeleteProperty(target, DELETED_GUEST_GLOBALS[index] as string);
  }
  for (let index = 0; index < BLOCKED_TIMER_GLOBALS.length; index++) {
    ReflectDeleteProperty(target, BLOCKED_TIMER_GLOBALS[index] as string);
  }
}

function fix(target: object, key: string, value: unknown): void {
  ReflectDefineProperty(target, key, {
    __proto__: null,
    value,
    writable: false,
    enumerable: false,
    configurable: false,
  } as PropertyDescriptor);
}
