/**
 * Runs an example through the real command into a folder of its own, for the tests.
 * @module
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const command = join(here, '../packages/cli/bin/nodetool.js');

/** How a run of the command ended. */
export interface ExampleRun {
  status: number | null;
  stdout: string;
  stderr: string;
  /** Folder the example wrote into. */
  out: string;
}

/** Runs `nodetool run <name>/workflow.json --out <temporary folder> …`. */
export function runExample(name: string, args: readonly string[] = []): Promise<ExampleRun> {
  const out = mkdtempSync(join(tmpdir(), `nodetool-${name}-`));
  const child = spawn(process.execPath, [command, 'run', join(name, 'workflow.json'), '--out', out, ...args], {
    cwd: here,
  });
  const run: ExampleRun = { status: null, stdout: '', stderr: '', out };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    run.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    run.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ ...run, status }));
  });
}

/** Removes what a run wrote. */
export function removeOut(run: ExampleRun | undefined): void {
  if (run) rmSync(run.out, { recursive: true, force: true });
}

/** A file of the data packages the examples read. */
export function dataFile(path: string): string {
  return join(here, 'node_modules', path);
}

const python = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;

/** Whether the independent checks can run; with `REQUIRE_ALL=1` they run, and fail, without Python too. */
export const canCheck = python || process.env['REQUIRE_ALL'] === '1';

/** What a `check.py` works out, from JSON. */
export function workOut<Expected>(script: string, args: readonly string[]): Expected {
  const done = spawnSync('python3', [join(here, script), ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (done.status !== 0) throw new Error(`python3 ${script} failed: ${done.error?.message ?? done.stderr}`);
  return JSON.parse(done.stdout) as Expected;
}

/** Rows of the Markdown table below a heading, as cells. */
export function markdownTable(text: string, heading: string): string[][] {
  const lines = text.slice(text.indexOf(`## ${heading}\n`)).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const rows = lines.slice(first);
  return rows
    .slice(
      2,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}
