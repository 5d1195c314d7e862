import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootGuest, type GuestRealm } from '../../test/guest-realm.js';

let guest: GuestRealm;
beforeEach(async () => {
  guest = await bootGuest();
});
afterEach(() => guest.dispose());

describe('code generation', () => {
  it.each([
    '(() => {}).constructor("return 1")()',
    '(() => {}).constructor("return 1")',
    'new ((() => {}).constructor)("return 1")',
    '(async () => {}).constructor("x")',
    'Object.getPrototypeOf(function* () {}).constructor("x")',
    'Object.getPrototypeOf(async function* () {}).constructor("x")',
    'Reflect.construct((() => {}).constructor, ["x"])',
    'Reflect.construct((async () => {}).constructor, ["x"], Object)',
    'class A extends (() => {}).constructor {}; new A("x")',
    'console.log.constructor("x")',
    'URL.constructor("x")',
    '[].map.constructor("x")',
  ])('refuses %s', (expression) => {
    expect(() => guest.run(`${expression.includes('class') ? expression : `return ${expression}`};`)).toThrow();
  });

  it('says why', () => {
    expect(() => guest.run('return (() => {}).constructor("x");')).toThrow(/^EvalError: .*code generation/);
    expect(() => guest.run('return new ((async () => {}).constructor)("x");')).toThrow(/code generation/);
  });

  it('has no eval and no Function', () => {
    expect(() => guest.run('return eval("1");')).toThrow(/^ReferenceError/);
    expect(() => guest.run('return new Function("return 1");')).toThrow(/^ReferenceError/);
  });

  it('keeps instanceof and Function.prototype for libraries', () => {
    expect(
      guest.run(`
      const F = (() => {}).constructor;
      return [(() => {}) instanceof F, (async () => {}) instanceof F, F.prototype === Object.getPrototypeOf(() => {}),
        F === (function* () {}).constructor, F.name, F.prototype.call.call(() => 7)];`),
    ).toEqual([true, true, true, true, 'Function', 7]);
  });

  it('cannot be undone', () => {
    expect(
      guest.run(`
      'use strict';
      const p = Object.getPrototypeOf(() => {});
      let refused = 0;
      try { Object.defineProperty(p, 'constructor', { value: 1 }); } catch { refused++; }
      try { delete p.constructor; } catch { refused++; }
      try { p.constructor.prototype = {}; } catch { refused++; }
      return [refused, typeof p.constructor, p.constructor.prototype === p];`),
    ).toEqual([3, 'function', true]);
  });
});
