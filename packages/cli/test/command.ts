/**
 * Starts the real command, as built, in a folder of its own.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/nodetool.js', import.meta.url));

/** What a command printed and how it ended. */
export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A folder with files for one test. */
export interface Folder {
  dir: string;
  write(path: string, content: string | Uint8Array): void;
  run(args: readonly string[], whileRunning?: (child: ChildProcess, seen: () => string) => void): Promise<Outcome>;
  remove(): void;
}

/** Makes an empty folder below the system's temporary one; `env` is added to the environment of the command. */
export function makeFolder(env: Readonly<Record<string, string>> = {}): Folder {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'nodetool-command-')));
  return {
    dir,
    write(path, content) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
    },
    run(args, whileRunning) {
      const child = spawn(process.execPath, [bin, ...args], {
        cwd: dir,
        env: { ...process.env, NO_COLOR: '1', ...env },
      });
      const outcome: Outcome = { status: null, stdout: '', stderr: '' };
      const seen = (): string => outcome.stdout + outcome.stderr;
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        outcome.stdout += text;
        whileRunning?.(child, seen);
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        outcome.stderr += text;
        whileRunning?.(child, seen);
      });
      return new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (status) => resolve({ ...outcome, status }));
      });
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A workflow of one Code node, as the text of its file. */
export function oneNode(code: string, properties: Record<string, unknown> = {}): string {
  return JSON.stringify(
    {
      nodes: [{ id: 'work', type: 'nodetool.code.Code', properties: { code, ...properties } }],
      edges: [],
    },
    null,
    2,
  );
}
