/**
 * Host side of `workspace`.
 * @module
 */
import type { BridgeFamily, RunBridge, RunScope } from '../bridge.js';
import { createWorkspaceAccess } from './access.js';
import type { FileBackend, WorkspaceCall } from './backend.js';
import type { FileFacts } from './local-files.js';

const MISSING: FileFacts = {
  size: 0,
  isDirectory: false,
  isFile: false,
  isSymlink: false,
  modifiedMs: 0,
  createdMs: 0,
  accessedMs: 0,
};

type OnePath = (backend: FileBackend, path: string, call: WorkspaceCall) => Promise<unknown>;
type TwoPaths = (backend: FileBackend, from: string, to: string, call: WorkspaceCall) => Promise<unknown>;

const onePath = (name: string, work: OnePath): RunBridge => {
  return (run, [path]) => {
    const checked = pathOf(name, 'path', path);
    return perform(run, name, [checked], (backend, call) => work(backend, checked, call));
  };
};

const writing = (name: string, dataOf: (content: unknown) => Uint8Array): RunBridge => {
  return (run, [path, content]) => {
    const checked = pathOf(name, 'path', path);
    const data = dataOf(content);
    return perform(run, name, [checked], (backend, call) => backend.write(checked, data, call));
  };
};

const twoPaths = (name: string, work: TwoPaths): RunBridge => {
  return (run, [from, to]) => {
    const paths = [pathOf(name, 'src', from), pathOf(name, 'dest', to)] as const;
    return perform(run, name, paths, (backend, call) => work(backend, ...paths, call));
  };
};

/** The eleven bridges `workspace.*`. */
export const workspaceBridges: BridgeFamily = [
  ['workspace.read', onePath('workspace.read', async (files, path, call) => decode(await files.read(path, call)))],
  ['workspace.readBytes', onePath('workspace.readBytes', (files, path, call) => files.read(path, call))],
  ['workspace.write', writing('workspace.write', textOf)],
  ['workspace.writeBytes', writing('workspace.writeBytes', bytesOf)],
  ['workspace.list', onePath('workspace.list', async (files, path, call) => (await files.list(path, call)).sort())],
  [
    'workspace.stat',
    onePath('workspace.stat', async (files, path) => {
      const facts = await files.stat(path);
      return { exists: facts !== undefined, ...(facts ?? MISSING) };
    }),
  ],
  ['workspace.root', (run) => perform(run, 'workspace.root', [], async ({ root }) => root)],
  ['workspace.copy', twoPaths('workspace.copy', (files, from, to, call) => files.copy(from, to, call))],
  ['workspace.move', twoPaths('workspace.move', (files, from, to, call) => files.move(from, to, call))],
  ['workspace.mkdir', onePath('workspace.mkdir', (files, path, call) => files.mkdir(path, call))],
  ['workspace.remove', onePath('workspace.remove', (files, path, call) => files.remove(path, call))],
];

function perform(
  run: RunScope,
  name: string,
  paths: readonly string[],
  work: (backend: FileBackend, call: WorkspaceCall) => Promise<unknown>,
): Promise<unknown> {
  return run.own(createWorkspaceAccess).perform({ name, paths }, work);
}

/** A lone surrogate becomes U+FFFD on a disk: two names would be one file. */
function pathOf(name: string, what: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && !value.includes('\0') && !/\p{Surrogate}/u.test(value)) return value;
  throw new TypeError(
    `${name}: ${what} must be a text that is not empty, without NUL and without half a surrogate pair`,
  );
}

/** Invalid sequences become U+FFFD, a byte order mark stays. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function textOf(value: unknown): Uint8Array {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  throw new TypeError('workspace.write: content must be a string; writeBytes takes bytes');
}

function bytesOf(value: unknown): Uint8Array {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new TypeError('workspace.writeBytes: data must be a typed array or an ArrayBuffer; write takes text');
}
