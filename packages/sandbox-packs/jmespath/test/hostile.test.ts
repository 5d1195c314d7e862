import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JMESPATH_LINEAR_UP_TO_KIB } from '../src/limits.js';

const entry = fileURLToPath(new URL('../src/guest.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  // A parser that calls itself needs more of the host's stack than of the guest's.
  guest = await openGuest(entry, 128 * 1024);
});
afterAll(() => {
  expect(guest.run('return pack.search({ a: 1 }, "a")')).toBe(1);
  expect(guest.run('return [Object.keys(Object.prototype), ({}).p ?? null]')).toEqual([[], null]);
  guest.close();
});

const outcomeOf = (expression: string, data = '{}'): unknown =>
  guest.run(`try { return pack.search(${data}, input) } catch (e) { return [e.name] }`, expression);

describe('jmespath under attack', () => {
  it('ends expressions that nest too deeply in an error of the guest', () => {
    for (const expression of ['('.repeat(5000), `a${'.a'.repeat(20_000)}`, `${'!'.repeat(5000)}a`, '[['.repeat(5000)]) {
      expect(outcomeOf(expression)).toEqual([expect.stringMatching(/Error$/)]);
    }
  });

  it('changes no prototype by keys and names like parts of one', () => {
    const data = `JSON.parse('{"list": [{"k": "__proto__", "p": 1}], "pairs": [["__proto__", {"p": 1}]], "o": {"__proto__": {"p": 1}}}')`;
    for (const expression of [
      '{"__proto__": `{"p": 1}`}',
      'group_by(list, &k)',
      'from_items(pairs)',
      'merge(o, o)',
      '__proto__()',
      'constructor()',
      'let $__proto__ = o in $__proto__',
    ]) {
      outcomeOf(expression, data);
      expect(guest.run('return [({}).p ?? null, Object.keys(Object.prototype)]'), expression).toEqual([null, []]);
    }
    expect(outcomeOf('"__proto__".p', `JSON.parse('{"__proto__": {"p": 1}}')`)).toBe(1);
  });

  it('throws for expressions that are no text', () => {
    for (const value of ['null', 'undefined', '{}', '7']) {
      const outcome = guest.run(`try { return ['value', pack.search({}, ${value})] } catch (e) { return [e.name] }`);
      expect(outcome, value).toEqual([expect.stringMatching(/Error$/)]);
    }
  });

  it('takes data that is not there', () => {
    expect(guest.run('return [pack.search(undefined, "a"), pack.search(null, "a.b[0]")]')).toEqual([null, null]);
  });

  it('answers or throws an error for every mutation of a good expression', () => {
    const good = "locations[?state == 'WA' && n > `1`].{a: name, b: sort_by(@, &x)[0:2:1]} | join(', ', [].a)";
    const expressions = Array.from({ length: 1000 }, (_, turn) => {
      const at = (turn * 48_271) % good.length;
      return turn % 2 === 0
        ? good.slice(0, at)
        : good.slice(0, at) + String.fromCharCode((turn * 16_807) % 256) + good.slice(at + 1);
    });
    const body = `
      return input.every((expression) => {
        try { pack.search({ locations: [] }, expression); return true } catch (e) { return e instanceof Error && e.message !== '' }
      })`;
    expect(guest.run(body, expressions)).toBe(true);
  });

  it('needs no more than three times as long for twice the input', async () => {
    const item = { name: 'item', state: 'WA', sales: [1, 2, 3] };
    const growth = await growthPerDoubling(
      entry,
      `pack.search(input, "[?state == 'WA'].{name: name, total: sum(sales)} | sort_by(@, &total)[].name");`,
      (kib) => Array.from({ length: Math.ceil((kib * 1024) / JSON.stringify(item).length) }, () => item),
    );
    expect(JMESPATH_LINEAR_UP_TO_KIB).toBe(40);
    expect(growth).toBeLessThanOrEqual(3);
  });
});
