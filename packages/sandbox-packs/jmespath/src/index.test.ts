import { fileURLToPath } from 'node:url';
import * as library from '@jmespath-community/jmespath';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import jmespath, { search } from './index.js';

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./guest.ts', import.meta.url)));
});
afterAll(() => guest.close());

const find = (data: unknown, expression: string): unknown =>
  guest.run('return pack.search(input.data, input.expression)', { data, expression });

describe('search', () => {
  it.each([
    [
      {
        items: [
          { n: 'a', v: 1 },
          { n: 'b', v: 2 },
        ],
      },
      'items[?v > `1`].n',
      ['b'],
    ],
    [
      {
        locations: [
          { name: 'Seattle', state: 'WA' },
          { name: 'New York', state: 'NY' },
          { name: 'Bellevue', state: 'WA' },
          { name: 'Olympia', state: 'WA' },
        ],
      },
      "locations[?state == 'WA'].name | sort(@) | {WashingtonCities: join(', ', @)}",
      { WashingtonCities: 'Bellevue, Olympia, Seattle' },
    ],
    [
      {
        people: [
          { name: 'Bob', age: 20 },
          { name: 'Fred', age: 25 },
        ],
      },
      'max_by(people,&age).name',
      'Fred',
    ],
    [
      { regions: [{ stores: [{ open: true, name: 'n', sales: [1, 2] }, { open: false }] }] },
      'regions[].stores[?open].{name: name, sales: sum(sales)}[]',
      [{ name: 'n', sales: 3 }],
    ],
    [{ a: 1 }, 'b.c.d', null],
    [{ a: 'x-y' }, "split(a, '-')", ['x', 'y']],
    [{ a: 'x-y' }, "replace(a, '-', '+')", 'x+y'],
    [
      [
        { k: 'a', v: 1 },
        { k: 'b', v: 2 },
        { k: 'a', v: 3 },
      ],
      'group_by(@, &k).a[].v',
      [1, 3],
    ],
    [
      { a: 1, b: 2 },
      'items(@)',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [{ a: 1 }, 'a + `2`', 3],
    [{ a: 1 }, 'let $x = a in [$x, $x]', [1, 1]],
  ])('%j, %s', (data, expression, answer) => {
    expect(find(data, expression)).toEqual(answer);
  });

  it('says what is wrong with an expression', () => {
    const failing = `
      return ['foo[', '', 'x()', 'abs(\`"a"\`)'].map((expression) => {
        try { return pack.search({}, expression) } catch (e) { return [e.name, e.message] }
      })`;
    expect(guest.run(failing)).toEqual([
      ['ParserError', expect.stringContaining('Syntax error')],
      ['ParserError', expect.stringContaining('Syntax error')],
      ['Error', 'Unknown function: x()'],
      ['Error', expect.stringContaining('expected argument 1 to be type (number)')],
    ]);
  });
});

describe('names', () => {
  const odd = `JSON.parse('{"__proto__": {"p": 1}, "toString": 2}')`;
  it.each([
    ['{}', '[toString, constructor, "__proto__", hasOwnProperty.name]', '[null,null,null,null]'],
    [odd, '["__proto__".p, toString]', '[1,2]'],
    ['{ a: { p: 1 } }', '{"__proto__": a, constructor: a}', '{"__proto__":{"p":1},"constructor":{"p":1}}'],
    ['{ a: 1 }', 'let $__proto__ = a in {"__proto__": $__proto__}', '{"__proto__":1}'],
    [odd, 'merge(@, {b: `1`})', '{"__proto__":{"p":1},"toString":2,"b":1}'],
    [`[['__proto__', 1]]`, 'from_items(@)', '{"__proto__":1}'],
    [
      `[{ k: '__proto__' }, { k: 'constructor' }, { k: '__proto__' }]`,
      'group_by(@, &k)',
      '{"__proto__":[{"k":"__proto__"},{"k":"__proto__"}],"constructor":[{"k":"constructor"}]}',
    ],
    ['[{}]', 'group_by(@, &toString)', 'Error: Invalid type: expected one of (string), received null'],
    ['{}', 'constructor()', 'Error: Unknown function: constructor()'],
    ['{}', '__proto__()', 'Error: Unknown function: __proto__()'],
  ])('are data: %s, %s', (data, expression, answer) => {
    const body = `
      try { return JSON.stringify(pack.search(${data}, input)) } catch (error) { return error.name + ': ' + error.message }`;
    expect(guest.run(body, expression)).toBe(answer);
    expect(guest.run('return [({}).p ?? null, Object.keys(Object.prototype)]')).toEqual([null, []]);
  });

  it('of functions may be any that nobody has', () => {
    const body = `
      pack.registerFunction('toString', ([x]) => x + 1, [{ types: [pack.TYPE_NUMBER] }]);
      const found = [pack.search(1, 'toString(@)'), pack.isRegistered('toString'), pack.isRegistered('valueOf')];
      pack.unregisterFunction('toString');
      return [...found, pack.isRegistered('toString')];`;
    expect(guest.run(body)).toEqual([2, true, false, false]);
  });
});

describe('the other exports', () => {
  it('compile an expression once, and run it often', () => {
    expect(
      guest.run(
        'const a = pack.compile("a.b"); return [1, 2].map((b) => pack.TreeInterpreter.search(a, { a: { b } }))',
      ),
    ).toEqual([1, 2]);
    expect(guest.run('return pack.tokenize("a.b").map((t) => t.type)')).toEqual([
      'UnquotedIdentifier',
      'Dot',
      'UnquotedIdentifier',
    ]);
  });

  it('add functions and take them away', () => {
    const body = `
      pack.registerFunction('dbl', ([x]) => x * 2, [{ types: [pack.TYPE_NUMBER] }]);
      const before = [pack.search(3, 'dbl(@)'), pack.isRegistered('dbl'), pack.getCustomFunctions()];
      pack.unregisterFunction('dbl');
      return [...before, pack.isRegistered('dbl'), pack.register('abs', () => 1, []).success, pack.unregisterFunction('abs')];`;
    expect(guest.run(body)).toEqual([6, true, ['dbl'], false, false, false]);
  });

  it('are those of the library, with its default object', () => {
    expect(guest.run('return Object.keys(pack).sort()')).toEqual(Object.keys(library).sort());
    expect(guest.run('return pack.default.search === pack.search')).toBe(true);
    expect(jmespath.search).toBe(search);
  });

  it('stay below the cap of a compiled module', () => {
    expect(new TextEncoder().encode(guest.source).length).toBeLessThan(1_048_576);
  });
});
