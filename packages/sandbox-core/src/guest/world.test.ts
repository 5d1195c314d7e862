import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootGuest, bundleWorld, type GuestRealm } from '../../test/guest-realm.js';
import { BLOCKED_TIMER_GLOBALS, DELETED_GUEST_GLOBALS, GUEST_GLOBALS_SNAPSHOT } from '../name-tables.js';

let guest: GuestRealm;
beforeEach(async () => {
  guest = await bootGuest();
});
afterEach(() => guest.dispose());

describe('the guest world', () => {
  it('has exactly the globals of the snapshot, apart from the three that the run itself adds', () => {
    const names = guest.run('return Object.getOwnPropertyNames(globalThis).filter((n) => !n.startsWith("__")).sort();');
    const later = new Set(['emit', 'output', 'progress']);
    expect(names).toEqual(GUEST_GLOBALS_SNAPSHOT.filter((name) => !later.has(name)));
  });

  it('lacks deleted globals and timers', () => {
    for (const name of [...DELETED_GUEST_GLOBALS, ...BLOCKED_TIMER_GLOBALS]) {
      expect(guest.run(`return typeof ${name};`), name).toBe('undefined');
    }
  });

  it('freezes what it installs and leaves the bindings to the program', () => {
    const loose = guest.run(`
      const names = ['console', 'crypto', 'format', 'sleep', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder',
        'toBase64', 'fromBase64', 'toHex', 'fromHex', 'parallelMap'];
      const open = [];
      const check = (value, path) => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
        if (!Object.isFrozen(value)) open.push(path);
        for (const key of Reflect.ownKeys(value)) {
          const d = Reflect.getOwnPropertyDescriptor(value, key);
          for (const part of [d.value, d.get, d.set]) if (part && part !== value && key !== 'constructor') check(part, path + '.' + String(key));
        }
      };
      for (const name of names) {
        check(globalThis[name], name);
        const d = Reflect.getOwnPropertyDescriptor(globalThis, name);
        if (!d.writable || !d.configurable || d.enumerable) open.push('binding ' + name);
      }
      return open;`);
    expect(loose).toEqual([]);
    expect(guest.run('console = 1; return console;')).toBe(1);
  });

  it('has functions that cannot be constructed', () => {
    const constructible = guest.run(`
      const found = [];
      for (const f of [console.log, crypto.digest, format.date, sleep, toBase64, fromHex, parallelMap, URL.canParse, URL.prototype.toString]) {
        try { Reflect.construct(Object, [], f); found.push(f.name); } catch {}
      }
      return found;`);
    expect(constructible).toEqual([]);
  });

  it('is small enough to live in every image', async () => {
    expect((await bundleWorld()).length).toBeLessThan(150 * 1024);
  });

  it('gives the loop ceiling to preludes', () => {
    expect(guest.run('return __maxIter;')).toBe(10_000);
  });
});
