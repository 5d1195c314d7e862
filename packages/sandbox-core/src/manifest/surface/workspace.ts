/**
 * `workspace`.
 * @module
 */
import { MAX_WORKSPACE_ENTRIES } from '../../limits.js';
import { grouped } from './grouped.js';
import type { BridgeSurface, SurfaceMember } from './shape.js';

const file = (name: string, form: string, description: string, ...details: string[]): SurfaceMember => ({
  name: `workspace.${name}`,
  forms: [form],
  description,
  ...(details.length > 0 && { details }),
  requiresContext: true,
});

export const WORKSPACE: BridgeSurface = {
  kind: 'namespace',
  description: 'Files of the run, in one directory that it cannot leave.',
  details: [
    'Paths are relative to the root of the workspace, also when they begin with `/` or with what `workspace.root()` answers.',
    'A path that leads out, by `..` or through a link, rejects with `code: "EACCES"`.',
    'Rejects with `code: "ENOENT"` when a file is missing, and with a sentence when the run has no context or no workspace.',
  ],
  members: [
    file('read', '(path: string): Promise<string>', 'Reads a file as UTF-8 text.'),
    file(
      'write',
      '(path: string, content: string): Promise<undefined>',
      'Writes text to a file, in place of what it held; directories are made.',
    ),
    file(
      'list',
      '(path?: string): Promise<string[]>',
      'Sorted names of what a directory holds; default the root.',
      `At most ${grouped(MAX_WORKSPACE_ENTRIES)} entries; a directory of more is refused.`,
    ),
    file('readBytes', '(path: string): Promise<Uint8Array>', 'Reads a file as bytes.'),
    file(
      'writeBytes',
      '(path: string, data: ArrayBufferView | ArrayBuffer): Promise<undefined>',
      'Writes bytes to a file, in place of what it held; directories are made.',
    ),
    file(
      'stat',
      '(path: string): Promise<WorkspaceStat>',
      'Tells what a path is; `exists: false` when nothing is there.',
      'A link reports as itself; one that leads out is refused.',
    ),
    file('root', '(): Promise<string>', 'Absolute path of the root; `/workspace` when it is no real directory.'),
    file(
      'copy',
      '(from: string, to: string): Promise<undefined>',
      'Copies a file, in place of one that is there; directories are made.',
    ),
    file('move', '(from: string, to: string): Promise<undefined>', 'Moves a file or directory.'),
    file('mkdir', '(path: string): Promise<undefined>', 'Makes a directory with its parents; one that exists is fine.'),
    file(
      'remove',
      '(path: string): Promise<undefined>',
      'Removes one file, one link or one empty directory.',
      'A directory that holds something, and the root, are refused.',
    ),
  ],
  types: [
    `/** What \`workspace.stat\` tells. Times are milliseconds since the epoch; all are 0 or \`false\` when nothing is there. */
interface WorkspaceStat {
  readonly exists: boolean;
  /** Bytes. */
  readonly size: number;
  readonly isDirectory: boolean;
  readonly isFile: boolean;
  readonly isSymlink: boolean;
  readonly modifiedMs: number;
  readonly createdMs: number;
  readonly accessedMs: number;
}`,
  ],
  example: `await workspace.write('notes/today.txt', 'tea');
console.log(await workspace.read('notes/today.txt'), (await workspace.list('notes')).join()); // tea today.txt
console.log((await workspace.stat('missing')).exists); // false`,
};
