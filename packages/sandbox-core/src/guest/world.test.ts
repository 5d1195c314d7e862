import {
  type ArrowFunctionExpression,
  type CallExpression,
  type ExpressionStatement,
  parse,
  type TemplateLiteral,
} from 'acorn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootGuest, bundleGuest, bundleWorld, type GuestRealm } from '../../test/guest-realm.js';
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

  it('runs no syntax that the engine sends through methods a program can replace', async () => {
    const found: string[] = [];
    const visit = (node: unknown, isInFunction: boolean): void => {
      if (Array.isArray(node)) for (const item of node) visit(item, isInFunction);
      if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
      const { type } = node as { type?: string };
      // Without an expression inside it is just a string.
      if (type === 'TemplateLiteral' && (node as TemplateLiteral).expressions.length > 0) found.push(type);
      if (isInFunction && (type === 'ForOfStatement' || type === 'SpreadElement' || type === 'ArrayPattern'))
        found.push(type);
      const isFunction =
        type === 'FunctionExpression' || type === 'FunctionDeclaration' || type === 'ArrowFunctionExpression';
      for (const child of Object.values(node)) visit(child, isInFunction || isFunction);
    };
    const program = parse(
      await bundleGuest("import { installWorld } from './world.js'; globalThis.install = installWorld;"),
      { ecmaVersion: 'latest' },
    );
    // The bundle is one function that runs before any foreign code; only what it defines runs later.
    const [statement] = program.body;
    const call = (statement as ExpressionStatement).expression as CallExpression;
    visit((call.callee as ArrowFunctionExpression).body, false);
    expect(found).toEqual([]);
  });

  // Code that counts its own lines makes it several times as large.
  it.skipIf(process.env.GUEST_COVERAGE)('is small enough to live in every image', async () => {
    expect((await bundleWorld()).length).toBeLessThan(150 * 1024);
  });

  it('gives the loop ceiling to preludes', () => {
    expect(guest.run('return __maxIter;')).toBe(10_000);
  });
});
