/**
 * Runs the command in this process, in a folder and with a cache of its own.
 * @module
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { runCli } from '../src/program.js';

/** The folder of this repository. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder of one of its packs. */
export const ownPack = (id: string): string => join(repository, 'packages/sandbox-packs', id);

/** A folder with files that is gone when the test ends. */
export interface App {
  dir: string;
  /** Writes a file; an object becomes JSON. */
  write(path: string, content: string | object): void;
  /** Makes `path` a link to a folder. */
  link(path: string, to: string): void;
  /** `isTerminal` says that stderr is one; `cwd` is another folder to stand in. */
  run(
    args: readonly string[],
    isTerminal?: boolean,
    cwd?: string,
  ): Promise<{ status: number; stdout: string; stderr: string }>;
}

/** Makes an empty one, in which no other packs are found than those it holds. */
export function makeApp(): App {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'nodetool-packs-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const dir = join(base, 'app');
  mkdirSync(dir);
  return {
    dir,
    write(path, content) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content));
    },
    link(path, to) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      symlinkSync(to, join(dir, path));
    },
    async run(args, isTerminal = false, cwd = dir) {
      const said = { stdout: '', stderr: '' };
      const stream = (name: keyof typeof said, isTTY: boolean) => {
        const written = new Writable({
          write(chunk: Buffer, _encoding, done) {
            said[name] += chunk.toString();
            done();
          },
        });
        return Object.assign(written, { isTTY, columns: 100 });
      };
      const status = await runCli(args, {
        stdout: stream('stdout', false),
        stderr: stream('stderr', isTerminal),
        cwd,
        env: { NODETOOL_CACHE_DIR: join(base, 'cache'), NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent', NO_COLOR: '1' },
        signal: new AbortController().signal,
      });
      return { status, ...said };
    },
  };
}
