/**
 * Files of the host's disk, as the bridges need them. A platform that has a disk brings an implementation.
 * @module
 */

/** A file or directory: a directory of the host, and the key of something below it; `''` is the directory itself. */
export interface FilePlace {
  /** Absolute path. */
  readonly root: string;
  /** Parts joined by `/`, none of them `.` or `..`. */
  readonly key: string;
  /** Whether links may not lead out of `root`. */
  readonly isContained: boolean;
}

/** What an operation asks of the run it works for. Both may throw, which ends the operation and leaves no trace. */
export interface FileGuard {
  /** Called before each change and each block of bytes: throws when the run is over. */
  check(): void;
  /** Called before bytes are written. */
  charge(bytes: number): void;
}

/** What is known of an entry. Times in ms since the epoch; a link is told of as itself. */
export interface FileFacts {
  size: number;
  isDirectory: boolean;
  isFile: boolean;
  isSymlink: boolean;
  modifiedMs: number;
  createdMs: number;
  accessedMs: number;
}

/**
 * File operations that no link can lead astray, whenever it is swapped in.
 * All of them throw {@link FileFault} or an error with the `code` of the operating system.
 */
export interface LocalFiles {
  readonly isWindows: boolean;
  /** The place of a path outside any workspace: `~` is the home directory, relative paths start at `base`. */
  hostPlace(path: string, base: string | undefined): FilePlace;
  /** At most `maxBytes`; a larger file is refused before it is read, and while it grows. */
  read(place: FilePlace, maxBytes: number, guard: FileGuard): Promise<Uint8Array>;
  /** Makes directories as needed; the file appears as a whole or not at all. */
  write(place: FilePlace, data: Uint8Array, guard: FileGuard): Promise<void>;
  /** Names in a directory, unsorted; more than `maxEntries` are refused. */
  list(place: FilePlace, maxEntries: number): Promise<string[]>;
  /** `undefined` for what does not exist. A link that leads out is refused. */
  stat(place: FilePlace): Promise<FileFacts | undefined>;
  copy(from: FilePlace, to: FilePlace, maxBytes: number, guard: FileGuard): Promise<void>;
  /** Moves the entry itself, a link as a link. */
  move(from: FilePlace, to: FilePlace, guard: FileGuard): Promise<void>;
  mkdir(place: FilePlace, guard: FileGuard): Promise<void>;
  /** One file, one link or one empty directory. */
  remove(place: FilePlace, guard: FileGuard): Promise<void>;
}

/** Why an operation was refused by us and not by the operating system. */
export type FileRefusal = 'outside' | 'special' | 'root' | 'too-large' | 'too-many' | 'bad-name';

/** A refusal. It knows no path: the text for the guest is made from the path that the guest passed. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  constructor(readonly refusal: FileRefusal) {
    super(refusal);
  }
}

/** An error like one of the operating system, without a path. */
export function systemError(code: string): Error & { code: string } {
  return Object.assign(new Error(code), { code });
}

/** The operating system's code of an error, or `undefined`. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
