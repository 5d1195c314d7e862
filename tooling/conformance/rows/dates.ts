/** Setters of dates, held against those of the host that runs the table. */
import type { Row } from '../row.js';

/** What a setter is given, and what it answers and leaves in the date. */
interface Case {
  start: number;
  name: string;
  parts: unknown[];
  answer: number;
  after: number;
}

const VALUES = [NaN, undefined, Infinity, -Infinity, 5, -1.5, 1e300, null, '7', 'x', {}];
const STARTS = [0, 951_868_799_999, -1, NaN, 8.64e15];
const LISTS: readonly unknown[][] = [
  [],
  ...VALUES.flatMap((value) => [[value], [value, 5], [5, value], [1, 2, value], [1, 2, 3, value], [1, 2, 3, 4, value]]),
];
const SETTERS = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];

/** The host's setter of UTC is the one to compare with: local time of a guest is UTC, that of the host may be any. */
function caseOf(name: string, hostName: string, start: number, parts: unknown[]): Case {
  const date = new Date(start);
  const setters = date as unknown as Record<string, (...parts: unknown[]) => number>;
  const answer = setters[hostName]?.(...parts) as number;
  return { start, name, parts, answer, after: date.getTime() };
}

const casesOf = (name: string, hostName: string, lists = LISTS): Case[] =>
  STARTS.flatMap((start) => lists.map((parts) => caseOf(name, hostName, start, parts)));

/** Answers the cases that went another way. */
const OTHERWISE = `
  return cases.filter(({ start, name, parts, answer, after }) => {
    const date = new Date(start);
    return !Object.is(date[name](...parts), answer) || !Object.is(date.getTime(), after);
  })`;

const setters = (name: string, cases: () => Case[]): Row => ({
  name,
  rules: ['dates'],
  code: OTHERWISE,
  options: () => ({ globals: { cases: cases() } }),
  expected: { result: [] },
});

export const dateRows: Row[] = [
  setters('sets dates in UTC as the host does, whatever the parts are', () =>
    SETTERS.flatMap((part) => casesOf(`setUTC${part}`, `setUTC${part}`)),
  ),
  setters('sets dates in local time as the host does in UTC', () =>
    SETTERS.flatMap((part) => casesOf(`set${part}`, `setUTC${part}`)),
  ),
  setters('sets times and years of the old kind as the host does', () => [
    ...casesOf('setTime', 'setTime'),
    ...casesOf('setYear', 'setYear', [[], [NaN], [undefined], [Infinity], [-Infinity], ['x'], [{}]]),
  ]),
  {
    name: 'makes dates of parts as the host does',
    rules: ['dates'],
    code: `return cases.filter(({ parts, answer }) =>
      !Object.is(Date.UTC(...parts), answer) || (parts.length > 1 && !Object.is(new Date(...parts).getTime(), answer)))`,
    options: () => ({
      globals: {
        cases: LISTS.map((parts) => ({ parts, answer: Date.UTC(...(parts as Parameters<typeof Date.UTC>)) })),
      },
    }),
    expected: { result: [] },
  },
  {
    name: 'has setters of dates in the form of the language',
    rules: ['dates'],
    code: `
      const isOdd = (name) => {
        const { value, ...rest } = Object.getOwnPropertyDescriptor(Date.prototype, name);
        try { new value(); return true } catch {}
        return value.name !== name || 'prototype' in value || String(Object.values(rest)) !== 'true,false,true';
      };
      const names = Object.getOwnPropertyNames(Date.prototype).filter((name) => name.startsWith('set'));
      return [names.filter(isOdd), names.sort().map((name) => name + Date.prototype[name].length).join(' ')]`,
    expected: {
      result: [
        [],
        'setDate1 setFullYear3 setHours4 setMilliseconds1 setMinutes3 setMonth2 setSeconds2 setTime1 ' +
          'setUTCDate1 setUTCFullYear3 setUTCHours4 setUTCMilliseconds1 setUTCMinutes3 setUTCMonth2 setUTCSeconds2 setYear1',
      ],
    },
  },
  {
    name: 'asks whether a date is valid before it reads the parts, and reads them once',
    rules: ['dates'],
    code: `
      const asked = [];
      const part = (name, value, before) => ({ valueOf() { asked.push(name); before?.(); return value } });
      const invalid = new Date(NaN);
      const answer = invalid.setHours(part('a', 1, () => invalid.setTime(5)), part('b', 2));
      const valid = new Date(0);
      valid.setUTCMonth(part('c', NaN), part('d', 1));
      let thrown;
      try { Date.prototype.setDate.call({}, part('e', 1)) } catch (error) { thrown = error instanceof TypeError }
      const kept = new Date(7);
      try { kept.setDate(1n) } catch (error) { thrown &&= error instanceof TypeError }
      return [asked.join(''), answer, invalid.getTime(), valid.getTime(), thrown, kept.getTime()].map(String)`,
    expected: { result: ['abcd', 'NaN', '5', 'NaN', 'true', '7'] },
  },
];
