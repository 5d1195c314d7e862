/**
 * `getSecret` and `nodetool.secrets`. Whether a secret may be read is decided on the host alone.
 * @module
 */
import type { GuestBridge } from './bridge.js';
import { frozen } from './frozen.js';
import { defineHidden, defineVisible } from './own-property.js';
import { ObjectFreeze, ReflectDefineProperty } from './primordials.js';

/** Names of readable secrets; `null` for all. For the program to read: changing it changes no right. */
let scope: readonly string[] | null = null;

/** Tells the world which secrets the run may read, before any foreign code runs. */
export function setSecretScope(target: object, names: readonly string[]): void {
  scope = names;
  defineHidden(target, '__secretScope', ObjectFreeze(copyOf(names)));
}

/** Makes `getSecret`. */
export function createGetSecret(bridge: GuestBridge): (name: unknown) => Promise<unknown> {
  return ObjectFreeze((name: unknown) => read(bridge, name, 'getSecret'));
}

/** Makes `nodetool`, which preludes may add to; what the core puts there stays. */
export function createNodetool(bridge: GuestBridge): object {
  const secrets = frozen({
    get(name: unknown): Promise<unknown> {
      return read(bridge, name, 'nodetool.secrets.get');
    },
    tryGet(name: unknown): Promise<unknown> {
      return read(bridge, name, 'nodetool.secrets.tryGet');
    },
    list(): string[] | null {
      return scope === null ? null : copyOf(scope);
    },
  });
  const nodetool = {};
  ReflectDefineProperty(nodetool, 'secrets', {
    __proto__: null,
    value: secrets,
    writable: false,
    enumerable: true,
    configurable: false,
  } as PropertyDescriptor);
  return nodetool;
}

/** Anything but a text is passed on as the empty name, which the host refuses: no value of a program goes out here. */
function read(bridge: GuestBridge, name: unknown, use: string): Promise<unknown> {
  return bridge.call('secrets.get', [typeof name === 'string' ? name : '', use]);
}

function copyOf(names: readonly string[]): string[] {
  const copy: string[] = [];
  for (let index = 0; index < names.length; index++) defineVisible(copy, index, names[index]);
  return copy;
}
