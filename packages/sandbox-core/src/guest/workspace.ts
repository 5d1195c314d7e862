/**
 * `workspace`: files of the host, by paths below one directory.
 * @module
 */
import type { GuestBridge } from './bridge.js';
import { viewBytes } from './bytes.js';
import { frozen } from './frozen.js';
import { StringPrototypeIndexOf, TypeErrorClass } from './primordials.js';
import { promised } from './settled.js';

/** Makes the `workspace` object; every member is async. */
export function createWorkspace(bridge: GuestBridge): object {
  const onOne = (name: string) => (path: unknown) => promised(() => bridge.call(name, [pathOf(name, 'path', path)]));
  const onTwo = (name: string) => (src: unknown, dest: unknown) =>
    promised(() => bridge.call(name, [pathOf(name, 'src', src), pathOf(name, 'dest', dest)]));
  const withContent = (name: string, contentOf: (content: unknown) => unknown) => (path: unknown, content: unknown) =>
    promised(() => bridge.call(name, [pathOf(name, 'path', path), contentOf(content)]));
  const list = onOne('workspace.list');
  return frozen({
    read: onOne('workspace.read'),
    write: withContent('workspace.write', textOf),
    list: (path?: unknown) => list(path === undefined ? '.' : path),
    readBytes: onOne('workspace.readBytes'),
    writeBytes: withContent('workspace.writeBytes', bytesOf),
    stat: onOne('workspace.stat'),
    root: () => promised(() => bridge.call('workspace.root', [])),
    copy: onTwo('workspace.copy'),
    move: onTwo('workspace.move'),
    mkdir: onOne('workspace.mkdir'),
    remove: onOne('workspace.remove'),
  });
}

function pathOf(name: string, what: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && StringPrototypeIndexOf(value, '\0') < 0) return value;
  throw new TypeErrorClass(name + ': ' + what + ' must be a text that is not empty and holds no NUL');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeErrorClass('workspace.write: content must be a string; writeBytes takes bytes');
}

function bytesOf(value: unknown): Uint8Array {
  const bytes = viewBytes(value);
  if (bytes !== undefined) return bytes;
  throw new TypeErrorClass('workspace.writeBytes: data must be a typed array or an ArrayBuffer; write takes text');
}
