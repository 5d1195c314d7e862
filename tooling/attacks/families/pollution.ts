/** Planting properties on the prototypes of the host. */
import { expect } from 'vitest';
import { type Attack, fails, returns } from '../attack.js';

const echo = () => ({ globals: { echo: (value: unknown) => value } });

export const pollution: Attack[] = [
  {
    name: 'pollute through a result',
    code: `return JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')`,
    repelled: ({ result }) => expect(Object.getPrototypeOf(result)).not.toHaveProperty('polluted'),
  },
  {
    name: 'pollute through an argument',
    code: `await echo(JSON.parse('{"__proto__":{"isAdmin":true}}')); return 1`,
    options: echo,
    repelled: returns(1),
  },
  {
    name: 'pollute through emit and output',
    code: `await emit('__proto__', JSON.parse('{"__proto__":{"pwned":1}}')); await output('__proto__', { pwned: 1 }); await output('constructor', 1); return 1`,
    repelled: returns(1),
  },
  {
    name: 'pollute through state that is written back',
    code: `Object.defineProperty(state, '__proto__', { value: { polluted: 1 }, enumerable: true, configurable: true }); state.inner.__proto__ = null; state.list.__proto__ = { polluted: 1 };`,
    options: () => ({ globals: { state: { inner: {}, list: [] } } }),
    repelled: returns(null),
  },
  {
    name: 'take the result away with state that cannot be written back',
    code: `console.log('kept'); const a = new Array(1000).fill({}); state.x = new Array(9).fill(new Array(1000).fill(a)); closed.y = 1; return 5`,
    options: () => ({ globals: { state: {}, closed: Object.preventExtensions({ z: 1 }) }, timeoutMs: 20_000 }),
    repelled: (outcome) => {
      returns(5)(outcome);
      expect(outcome.logs).toEqual(['kept']);
      expect(outcome.warnings).toHaveLength(2);
    },
  },
  {
    name: 'pollute through the name and message of an error',
    code: `const e = new Error('m'); e.name = '__proto__'; e.polluted = 1; e.cause = JSON.parse('{"__proto__":{"polluted":1}}'); throw e`,
    repelled: fails('GUEST'),
  },
  {
    name: 'pollute this run to change the next',
    code: `Object.prototype.polluted = 1; Array.prototype.sort = () => 'forged'; globalThis.leaked = 1; JSON.stringify = () => 'forged'; return 1`,
    repelled: returns(1),
  },
];
