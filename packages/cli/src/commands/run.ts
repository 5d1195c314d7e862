/**
 * `nodetool run <workflow.json>`.
 * @module
 */
import { resolve } from 'node:path';
import type { ProcessingMessage } from '@nodetool-ai/protocol';
import {
  createNodeRegistry,
  loadGraph,
  runWorkflow,
  type WorkflowResult,
  workflowInputs,
} from '@nodetool-ai/workflow-runner/node';
import { problemOfIssue } from '../errors/from-issue.js';
import { CliError, EXIT, type Problem, renderProblem, usageError } from '../errors/problem.js';
import { type CliIo, canDraw, note, paletteFor, print } from '../io.js';
import { MAX_PRINTED_VALUE_CHARS, MAX_SHOWN_PROBLEMS } from '../limits.js';
import { loadPacks } from '../load-packs.js';
import { loadWorkflowFile, showPath, type WorkflowFile } from '../load-workflow.js';
import { checkOutFolder } from '../out-folder.js';
import { findPackageFile, isPackageFile } from '../packages.js';
import { parseParams } from '../params.js';
import { formatBytes, formatDuration, plural } from '../text/units.js';
import { visible } from '../text/visible.js';
import { refusalMessage } from '../view/jsonl.js';
import { startLiveView } from '../view/live.js';
import { plainLines } from '../view/plain.js';
import { createRunView, reduceRunView } from '../view/state.js';

/** Options of the command, as written by the user. */
export interface RunCommandOptions {
  param: string[];
  out?: string;
  readDir: string[];
  jsonl?: boolean;
  /** Seconds for the whole run. */
  timeout?: number;
}

/** Runs a workflow file and resolves with the exit status. */
export async function runCommand(file: string, options: RunCommandOptions, io: CliIo): Promise<number> {
  const params = parseParams(options.param);
  const readDirs = options.readDir.map((dir) => resolve(io.cwd, dir));
  if (options.out !== undefined) checkOutFolder(options.out, io.cwd);
  let workflow: WorkflowFile;
  let names: PackageNames;
  try {
    workflow = await loadWorkflowFile(file, io.cwd);
    names = usePackageFiles(workflow, params, readDirs);
  } catch (error) {
    if (options.jsonl && error instanceof CliError) print(io, JSON.stringify(refusalMessage(error.problems)));
    throw error;
  }
  const outDir = options.out === undefined ? resolve(workflow.dir, 'out') : resolve(io.cwd, options.out);
  const packs = await loadPacks(workflow.dir, io);
  const { onMessage, end } = options.jsonl ? jsonLines(names, io) : humanView(workflow, names, io);
  const result = await runWorkflow(workflow.document, {
    params,
    outDir,
    workflowDir: workflow.dir,
    readDirs,
    ...packs,
    signal: io.signal,
    onMessage,
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 }),
  });
  end();
  await tellProblems(result, workflow, names, io);
  if (!options.jsonl) tellResults(result, outDir, io);
  return exitStatus(result);
}

/** What is wrong with the command line, and with nothing else. */
const PARAM_CODES: ReadonlySet<string> = new Set(['unknown_param', 'invalid_param', 'missing_param']);

function exitStatus({ status, issues }: WorkflowResult): number {
  if (status === 'cancelled') return EXIT.interrupted;
  if (status === 'completed') return EXIT.ok;
  const errors = issues.filter(({ severity }) => severity === 'error');
  const isUsage = errors.length > 0 && errors.every(({ code }) => PARAM_CODES.has(code));
  return isUsage ? EXIT.usage : EXIT.failure;
}

/** Reads the value of `--timeout`. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds <= 0) {
    throw usageError(`--timeout takes a number of seconds above 0, not "${text}".`, 'Write --timeout 60.');
  }
  return seconds;
}

/** What a path stands for: messages speak of `npm:…`, never of where packages are stored. */
type PackageNames = Map<string, string>;

/** Replaces `npm:…` in parameters and in the inputs' own values by paths, and allows reading in those packages. */
function usePackageFiles(workflow: WorkflowFile, params: Record<string, unknown>, readDirs: string[]): PackageNames {
  const names: PackageNames = new Map();
  const use = (value: string): string => {
    const { path, packageDir } = findPackageFile(value, workflow.dir);
    readDirs.push(packageDir);
    names.set(path, value);
    return path;
  };
  for (const [name, value] of Object.entries(params)) if (isPackageFile(value)) params[name] = use(value);
  for (const { name, node } of workflowInputs(loadGraph(workflow.document).graph, createNodeRegistry())) {
    const value = node.properties.get('value');
    if (!Object.hasOwn(params, name) && isPackageFile(value)) params[name] = use(value);
  }
  return names;
}

function speakOfPackages(text: string, names: PackageNames, isJson = false): string {
  const written = (name: string): string => (isJson ? JSON.stringify(name).slice(1, -1) : name);
  let spoken = text;
  for (const [path, name] of names) spoken = spoken.replaceAll(written(path), written(name));
  return spoken;
}

interface MessageSink {
  onMessage(message: ProcessingMessage): void;
  end(): void;
}

function jsonLines(names: PackageNames, io: CliIo): MessageSink {
  return {
    onMessage: (message) => print(io, speakOfPackages(JSON.stringify(message), names, true)),
    end: () => undefined,
  };
}

function humanView(workflow: WorkflowFile, names: PackageNames, io: CliIo): MessageSink {
  const palette = paletteFor(io, 'stderr');
  let view = createRunView(workflow.name, loadGraph(workflow.document).graph);
  if (!canDraw(io)) {
    return {
      onMessage(message) {
        view = reduceRunView(view, message);
        for (const line of plainLines(message, view, palette)) note(io, speakOfPackages(line, names));
      },
      end: () => undefined,
    };
  }
  const live = startLiveView(io.stderr, palette, view, (text) => speakOfPackages(text, names));
  return {
    onMessage(message) {
      view = reduceRunView(view, message);
      live.show(view);
    },
    end: () => live.end(view),
  };
}

async function tellProblems(
  result: WorkflowResult,
  workflow: WorkflowFile,
  names: PackageNames,
  io: CliIo,
): Promise<void> {
  const palette = paletteFor(io, 'stderr');
  const shown: Problem[] = [];
  const errors = result.issues.filter((issue) => issue.severity === 'error');
  for (const issue of errors.slice(0, MAX_SHOWN_PROBLEMS)) {
    const problem = await problemOfIssue(issue, workflow, io.cwd);
    shown.push({ ...problem, message: speakOfPackages(problem.message, names) });
  }
  if (result.status === 'failed' && shown.length === 0) shown.push({ message: result.error ?? 'The run failed.' });
  for (const problem of shown) note(io, `\n${renderProblem(problem, palette, io.stderr.columns ?? 100)}`);
  const hidden = errors.length - MAX_SHOWN_PROBLEMS;
  if (hidden > 0) note(io, `\n${plural(hidden, 'more error')}. Correct these first.`);
}

function tellResults(result: WorkflowResult, outDir: string, io: CliIo): void {
  const palette = paletteFor(io, 'stdout');
  const written = new Set<unknown>(result.files.map((file) => file.path));
  for (const [name, values] of Object.entries(result.outputs)) {
    // What a Write node hands on is the path that is listed below.
    for (const value of values.filter((one) => !written.has(one)))
      print(io, `${palette.strong(`${visible(name)}:`)} ${showValue(value)}`);
  }
  if (result.files.length > 0) print(io, palette.strong(`${plural(result.files.length, 'file')} written:`));
  for (const { path, bytes } of [...result.files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    print(
      io,
      `  ${palette.accent(visible(showPath(resolve(outDir, path), io.cwd)))} ${palette.dim(`(${formatBytes(bytes)})`)}`,
    );
  }
  const took = palette.dim(`in ${formatDuration(result.duration_ms)}`);
  const names = {
    completed: palette.good('Completed'),
    failed: palette.bad('Failed'),
    cancelled: palette.warn('Cancelled'),
  };
  print(io, `${names[result.status]} ${took}`);
}

function showValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, showBytes) ?? String(value));
  const cut =
    text.length > MAX_PRINTED_VALUE_CHARS
      ? `${text.slice(0, MAX_PRINTED_VALUE_CHARS)}… (${text.length} characters)`
      : text;
  return visible(cut);
}

function showBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `[${plural(value.length, 'byte')}]` : value;
}
