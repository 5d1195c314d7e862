/**
 * `format`: numbers, dates, relative times and lists in a named locale, by the host's `Intl`.
 * @module
 */
import type { GuestBridge } from './bridge.js';
import { frozen } from './frozen.js';
import { defineVisible } from './own-property.js';
import { ArrayIsArray, DatePrototypeGetTime, NumberOf, StringOf, TypeErrorClass } from './primordials.js';
import { promised } from './settled.js';

const NUMBER_OPTIONS = [
  'locale',
  'style',
  'currency',
  'minimumFractionDigits',
  'maximumFractionDigits',
  'useGrouping',
] as const;
const DATE_OPTIONS = ['locale', 'dateStyle', 'timeStyle', 'timeZone'] as const;
const RELATIVE_OPTIONS = ['locale', 'numeric', 'style'] as const;
const LIST_OPTIONS = ['locale', 'type', 'style'] as const;

/** Makes the `format` object; every method is async. */
export function createFormat(bridge: GuestBridge): object {
  return frozen({
    number(value: unknown, options?: unknown): Promise<unknown> {
      return promised(() => bridge.call('format.number', [NumberOf(value), pick(options, NUMBER_OPTIONS, 'number')]));
    },
    date(epochMs: unknown, options?: unknown): Promise<unknown> {
      return promised(() => bridge.call('format.date', [timeOf(epochMs), pick(options, DATE_OPTIONS, 'date')]));
    },
    relativeTime(value: unknown, unit: unknown, options?: unknown): Promise<unknown> {
      return promised(() =>
        bridge.call('format.relativeTime', [
          NumberOf(value),
          typeof unit === 'string' ? unit : StringOf(unit),
          pick(options, RELATIVE_OPTIONS, 'relativeTime'),
        ]),
      );
    },
    list(items: unknown, options?: unknown): Promise<unknown> {
      return promised(() => bridge.call('format.list', [textsOf(items), pick(options, LIST_OPTIONS, 'list')]));
    },
  });
}

function timeOf(value: unknown): number {
  try {
    return DatePrototypeGetTime(value as Date);
  } catch {
    /* not a Date */
  }
  return NumberOf(value);
}

function textsOf(items: unknown): string[] {
  if (!ArrayIsArray(items)) throw new TypeErrorClass('format.list: items must be an array');
  const texts: string[] = [];
  for (let index = 0; index < items.length; index++) defineVisible(texts, index, StringOf(items[index]));
  return texts;
}

/** Only the documented options are read, each once. */
function pick(options: unknown, names: readonly string[], caller: string): Record<string, unknown> {
  const picked = { __proto__: null } as unknown as Record<string, unknown>;
  if (options === undefined || options === null) return picked;
  if (typeof options !== 'object') throw new TypeErrorClass('format.' + caller + ': options must be an object');
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const value = (options as Record<string, unknown>)[name];
    if (value === undefined) continue;
    const kind = typeof value;
    if (kind !== 'string' && kind !== 'number' && kind !== 'boolean') {
      throw new TypeErrorClass('format.' + caller + ': option "' + name + '" must be a string, number or boolean');
    }
    defineVisible(picked, name, value);
  }
  return picked;
}
