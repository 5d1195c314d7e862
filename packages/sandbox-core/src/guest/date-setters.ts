/**
 * Mends the setters of dates: the engine answers NaN for a part that is no finite number, but leaves the date as it was.
 * Kept apart from the world, which is also made on hosts, whose dates are not ours to change.
 * @module
 */
import { defineHidden } from './own-property.js';
import {
  DatePrototypeGetTime,
  DatePrototypeSetTime,
  NumberIsFinite,
  ReflectApply,
  ReflectDefineProperty,
} from './primordials.js';

type Setter = (this: Date, ...parts: unknown[]) => number;

/** These begin anew on a date that is not valid; the others answer NaN and leave it. */
const SETTERS_OF_YEARS = ['setFullYear', 'setUTCFullYear', 'setYear'];

const SETTERS_OF_PARTS = [
  'setMonth',
  'setUTCMonth',
  'setDate',
  'setUTCDate',
  'setHours',
  'setUTCHours',
  'setMinutes',
  'setUTCMinutes',
  'setSeconds',
  'setUTCSeconds',
  'setMilliseconds',
  'setUTCMilliseconds',
];

/** Replaces the setters on `prototype` with ones that make a date invalid where the language says so. */
export function mendDateSetters(prototype: object): void {
  for (let index = 0; index < SETTERS_OF_YEARS.length; index++)
    mend(prototype, SETTERS_OF_YEARS[index] as string, true);
  for (let index = 0; index < SETTERS_OF_PARTS.length; index++)
    mend(prototype, SETTERS_OF_PARTS[index] as string, false);
}

function mend(prototype: object, name: string, isOfYears: boolean): void {
  const set = (prototype as Record<string, Setter>)[name] as Setter;
  // A method, since no setter is a constructor.
  const { mended } = {
    mended(this: Date, ...parts: unknown[]): number {
      // Asked first: the `valueOf` of a part may set the date, and what was invalid before stays as that left it.
      const before = isOfYears ? 0 : DatePrototypeGetTime(this);
      const time = ReflectApply(set, this, parts);
      return NumberIsFinite(time) || !NumberIsFinite(before) ? time : DatePrototypeSetTime(this, NaN);
    },
  };
  fix(mended, 'name', name);
  fix(mended, 'length', set.length);
  defineHidden(prototype, name, mended);
}

function fix(method: Setter, key: 'name' | 'length', value: unknown): void {
  ReflectDefineProperty(method, key, {
    __proto__: null,
    value,
    writable: false,
    enumerable: false,
    configurable: true,
  } as PropertyDescriptor);
}
