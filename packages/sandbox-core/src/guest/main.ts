/**
 * The guest's side of a run: installs the world, then answers the host's calls.
 * @module
 */
import { bridge, callBridge, callFunction, settle, signal, stage } from './channel.js';
import { revive } from './codec.js';
import { mendDateSetters } from './date-setters.js';
import { afterDeliveries, emit, output, progress } from './deliveries.js';
import type { EngineEntry } from './entries.js';
import { readError } from './error-record.js';
import { writeLog } from './logs.js';
import { defineHidden, defineVisible } from './own-property.js';
import { DISPATCHERS, MODE, OP } from './paths.js';
import { notedGlobals, watchGlobals } from './preparation.js';
import {
  ObjectFreeze,
  ObjectKeys,
  promiseThen,
  ReflectApply,
  ReflectDeleteProperty,
  ReflectGetPrototypeOf,
  WeakMapPrototypeGet,
  WeakMapPrototypeSet,
} from './primordials.js';
import { setSecretScope } from './secrets.js';
import { installWorld } from './world.js';

const global = globalThis as unknown as Record<string, unknown>;

/** What the host sends at the start of a run. */
interface Setup {
  globals: Record<string, unknown>;
  /** Globals whose value at the end the caller wants. */
  writable: string[];
  /** Bridge paths of the kinds of modules that the run declares. */
  dispatchers: string[];
  /** Absent: every secret may be read. */
  secretScope?: string[];
}

let writable: string[] = [];

/** A function of the caller, as the guest sees it: calling it crosses to the host and answers with a promise. */
function makeFunction(id: number): unknown {
  const fn = ObjectFreeze((...args: unknown[]): Promise<unknown> => callFunction(args, id));
  WeakMapPrototypeSet(functionIds, fn, id);
  return fn;
}

const functionIds = new WeakMap<object, number>();
const functionId = (fn: object): number | undefined => WeakMapPrototypeGet(functionIds, fn);

function setup(envelope: unknown): void {
  const { globals, writable: names, dispatchers, secretScope } = revive(envelope, makeFunction) as Setup;
  writable = names;
  const all = ObjectKeys(globals);
  for (let index = 0; index < all.length; index++)
    defineVisible(global, all[index] as string, globals[all[index] as string]);
  if (secretScope !== undefined) setSecretScope(global, secretScope);
  for (let index = 0; index < dispatchers.length; index++) defineDispatcher(dispatchers[index] as string);
}

function defineDispatcher(path: string): void {
  const dispatch = (key: unknown, name: unknown, args: unknown) => callBridge(path, [key, name, args]);
  for (let index = 0; index < DISPATCHERS.length; index++) {
    const known = DISPATCHERS[index] as (typeof DISPATCHERS)[number];
    if (known.path === path) defineHidden(global, known.global, ObjectFreeze(dispatch));
  }
}

function deleteDispatchers(): void {
  for (let index = 0; index < DISPATCHERS.length; index++)
    ReflectDeleteProperty(global, (DISPATCHERS[index] as (typeof DISPATCHERS)[number]).global);
}

/** Packs are about to be evaluated to see what they depend on; they are given nothing but their dispatchers. */
function watch(envelope: unknown): void {
  setup(envelope);
  watchGlobals();
}

function watched(): void {
  stage(notedGlobals(), MODE.full, 'names');
}

function fail(error: unknown, isOfResult = false): void {
  stage(readError(error, isOfResult), MODE.full, 'error');
  signal(OP.fail);
}

function begin(namespace: { default: () => Promise<unknown> }): void {
  deleteDispatchers();
  const finish = (value: unknown): void => {
    try {
      stage(value, MODE.result, 'result');
      signal(OP.result);
    } catch (error) {
      fail(error, true);
      return;
    }
    afterDeliveries((failed) => {
      if (failed === undefined) signal(OP.done);
      else fail(failed.error);
    });
  };
  try {
    promiseThen(ReflectApply(namespace.default, undefined, []) as Promise<unknown>, finish, (error: unknown) =>
      fail(error),
    );
  } catch (error) {
    fail(error);
  }
}

function describe(error: unknown): void {
  stage(readError(error), MODE.full, 'error');
}

function writeBack(): void {
  for (let index = 0; index < writable.length; index++) {
    try {
      stage(global[writable[index] as string], MODE.full, writable[index] as string, undefined, functionId);
      signal(OP.writeBack, index);
    } catch (error) {
      stage(readError(error).message, MODE.full, 'error');
      signal(OP.writeBackFailed, index);
    }
  }
}

mendDateSetters(Date.prototype);
installWorld(global, { write: writeLog, bridge });
defineHidden(global, 'emit', emit);
defineHidden(global, 'output', output);
defineHidden(global, 'progress', progress);

const entries: Record<EngineEntry, unknown> = {
  setup,
  begin,
  settle,
  writeBack,
  describe,
  watch,
  watched,
  prepared: deleteDispatchers,
  getPrototypeOf: ReflectGetPrototypeOf,
};
global['__entries'] = entries;
