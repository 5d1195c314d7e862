/**
 * `nodetool code run <file.js>`: a body outside a workflow, under the same contract as in one.
 * @module
 */
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ProcessingMessage, WorkflowIssue } from '@nodetool-ai/protocol';
import { nextStep } from '../errors/next-steps.js';
import { EXIT, type Problem, renderProblem, usageError } from '../errors/problem.js';
import { type CliIo, note, paletteFor, print } from '../io.js';
import { MAX_BODY_FILE_BYTES } from '../limits.js';
import { loadPacks } from '../load-packs.js';
import { showPath } from '../load-workflow.js';
import { parseJsonObject } from '../params.js';
import { runBody } from '../run-body.js';
import { visible } from '../text/visible.js';

/** Next steps that differ from those in a workflow: a file has options, no properties. */
const NEXT_HERE: Partial<Record<string, string>> = {
  TIMEOUT: 'Look for a loop that never ends, or give it more time with --timeout (seconds).',
  MEMORY: 'Work on smaller pieces.',
  property: 'Write a body into the file.',
};

/** Options of the command, as written by the user. */
export interface CodeRunOptions {
  inputs: string;
  /** Seconds. */
  timeout?: number;
  json?: boolean;
}

/** Runs a body and resolves with the exit status. Values go to stdout, log lines to stderr. */
export async function codeRunCommand(file: string, options: CodeRunOptions, io: CliIo): Promise<number> {
  const inputs = parseJsonObject(options.inputs, '--inputs');
  const path = resolve(io.cwd, file);
  const shown = showPath(path, io.cwd);
  const code = await readBody(path, shown);
  const packs = await loadPacks(dirname(path), io);
  const logs: { severity: string; content: string }[] = [];
  const onMessage = (message: ProcessingMessage): void => {
    if (message.type !== 'log_update') return;
    logs.push({ severity: message.severity, content: message.content });
    if (!options.json) note(io, visible(message.content));
  };
  const { result, outputs } = await runBody({
    code,
    inputs,
    ...packs,
    onMessage,
    signal: io.signal,
    ...(options.timeout === undefined ? {} : { timeoutSeconds: options.timeout }),
  });
  const problems = result.issues
    .filter((issue) => issue.severity === 'error')
    .map((issue) => problemOf(issue, shown, code));
  if (options.json) {
    print(
      io,
      JSON.stringify(
        {
          ok: result.status === 'completed',
          status: result.status,
          outputs,
          logs,
          issues: result.issues,
          duration_ms: result.duration_ms,
        },
        showBytes,
      ),
    );
  } else {
    for (const [name, values] of Object.entries(outputs)) {
      for (const value of values) print(io, `${visible(name)}: ${visible(JSON.stringify(value, showBytes) ?? 'null')}`);
    }
    for (const problem of problems)
      note(io, renderProblem(problem, paletteFor(io, 'stderr'), io.stderr.columns ?? 100));
  }
  if (result.status === 'cancelled') return EXIT.interrupted;
  return result.status === 'completed' ? EXIT.ok : EXIT.failure;
}

async function readBody(path: string, shown: string): Promise<string> {
  let size: number;
  try {
    const info = await stat(path);
    if (!info.isFile()) throw usageError(`${shown} is not a file.`, 'Name a file with the body of a Code node.');
    size = info.size;
    if (size <= MAX_BODY_FILE_BYTES) return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof TypeError) throw usageError(`${shown} is not text in UTF-8.`, 'Name a JavaScript file.');
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw usageError(
      `${shown} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`,
      'Check the path.',
    );
  }
  throw usageError(`${shown} is ${size} bytes; a body has at most ${MAX_BODY_FILE_BYTES}.`, 'Give data with --inputs.');
}

function problemOf(issue: WorkflowIssue, file: string, text: string): Problem {
  const next = NEXT_HERE[issue.code] ?? issue.next ?? nextStep(issue.code);
  return {
    message: issue.message,
    code: issue.code,
    ...(issue.at === undefined
      ? {}
      : {
          at: {
            file,
            line: issue.at.line,
            text,
            ...(issue.at.column === undefined ? {} : { column: issue.at.column }),
          },
        }),
    ...(next === undefined ? {} : { next }),
  };
}

function showBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: value.length } : value;
}
