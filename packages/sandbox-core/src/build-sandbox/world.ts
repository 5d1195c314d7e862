/**
 * The guest's world, made on the host. Bundled into one function, so that each call of it has a state of its own and
 * nobody loads it who does not ask for it; `channel` and `seal` are replaced by those of this folder.
 * @module
 */
import { bridge } from '../guest/channel.js';
import { emit, output, progress } from '../guest/deliveries.js';
import { writeLog } from '../guest/logs.js';
import { setSecretScope } from '../guest/secrets.js';
import { installWorld } from '../guest/world.js';

/** Everything that the core installs in a guest, by name. */
export function makeWorld(secretScope: readonly string[] | null): Record<string, unknown> {
  const world: Record<string, unknown> = {};
  installWorld(world, { write: writeLog, bridge });
  if (secretScope !== null) setSecretScope(world, secretScope);
  return Object.fromEntries([
    ...Object.getOwnPropertyNames(world).map((name) => [name, world[name]] as const),
    ...Object.entries({ emit, output, progress }),
  ]);
}
