/**
 * Reads a workflow file and remembers where its nodes stand in it.
 * @module
 */
import { open } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { type ParsedWorkflow, parseWorkflow } from '@nodetool-ai/workflow-runner';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { CliError, type Problem, type ProblemPlace, usageError } from './errors/problem.js';
import { MAX_WORKFLOW_FILE_BYTES } from './limits.js';

/** A workflow file as read. */
export interface WorkflowFile {
  /** Absolute path. */
  path: string;
  /** The path as shown to a person: relative to the working directory when below it. */
  shownPath: string;
  /** Absolute folder of the file. */
  dir: string;
  /** File name without `.json`, or the `name` the file gives itself. */
  name: string;
  text: string;
  /** The parsed document, unchecked. */
  document: unknown;
  /** Where a node's property (or the node itself) stands in the file. */
  placeOf(nodeId: string, ...property: string[]): ProblemPlace | undefined;
  /** Where an edge stands; edges without an id are known as `source:sourceHandle->target:targetHandle`. */
  placeOfEdge(edgeId: string): ProblemPlace | undefined;
  /** Where a place inside a text property, such as an inline body, stands in the file. */
  placeInside(nodeId: string, property: readonly string[], line: number, column?: number): ProblemPlace | undefined;
}

/**
 * Reads and parses a workflow file.
 * @throws CliError exit 2 when the file cannot be read, exit 1 when it is no JSON (with line and column)
 */
export async function loadWorkflowFile(file: string, cwd: string): Promise<WorkflowFile> {
  const path = resolve(cwd, file);
  const shownPath = showPath(path, cwd);
  const text = await readText(path, shownPath);
  const { parsed, tree } = parse(text, shownPath);
  if (parsed.status === 'failed' || !tree) throw new CliError(syntaxProblem(parsed, text, shownPath));
  const { document } = parsed;
  const graphPath = isRecord(document) && isRecord(document['graph']) ? ['graph'] : [];
  const nodeOf = (id: string): Node | undefined =>
    findNodeAtLocation(tree, [...graphPath, 'nodes'])?.children?.find(
      (node) => findNodeAtLocation(node, ['id'])?.value === id,
    );
  const ownName = isRecord(document) && typeof document['name'] === 'string' ? document['name'].trim() : '';
  return {
    path,
    shownPath,
    dir: dirname(path),
    name: ownName === '' ? basename(path, extname(path)) : ownName,
    text,
    document,
    placeOf(nodeId, ...property) {
      const node = nodeOf(nodeId);
      if (!node) return undefined;
      const target =
        (property.length > 0 ? findNodeAtLocation(node, property) : undefined) ??
        findNodeAtLocation(node, ['id']) ??
        node;
      return { file: shownPath, text, ...positionAt(text, target.offset) };
    },
    placeOfEdge(edgeId) {
      const edges = findNodeAtLocation(tree, [...graphPath, 'edges'])?.children ?? [];
      const edge = edges.find((item) => edgeIdOf(item) === edgeId);
      return edge && { file: shownPath, text, ...positionAt(text, edge.offset) };
    },
    placeInside(nodeId, property, line, column) {
      const node = nodeOf(nodeId);
      const target = node && findNodeAtLocation(node, [...property]);
      if (!target || typeof target.value !== 'string') return undefined;
      const inner: string = target.value;
      const offset = offsetAt(inner, line, column ?? 1);
      const raw = text.slice(target.offset, target.offset + target.length);
      return {
        file: shownPath,
        ...positionAt(text, target.offset + rawOffset(raw, offset)),
        inner: { text: inner, line, ...(column === undefined ? {} : { column }), what: property.at(-1) ?? 'the text' },
      };
    },
  };
}

/** Line and column (1-based, UTF-16 units) of an offset. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

/** Offset of a line and column (1-based) in a text; the end of the line for a column past it. */
export function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let number = 1; number < line; number += 1) {
    const next = text.indexOf('\n', start);
    if (next === -1) break;
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + column - 1, end === -1 ? text.length : end);
}

/** Where character `offset` of a JSON string's value begins in its written form, quotes included. */
export function rawOffset(raw: string, offset: number): number {
  let at = 1;
  for (let count = 0; count < offset && at < raw.length - 1; count += 1) {
    at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2;
  }
  return at;
}

/** A path for people: relative to the working directory when it is below it, else as it is. */
export function showPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === '') return '.';
  return short.startsWith('..') && short.length >= path.length ? path : short;
}

function edgeIdOf(edge: Node): string {
  const part = (name: string): string => String(findNodeAtLocation(edge, [name])?.value ?? '');
  const id = part('id');
  return id !== '' ? id : `${part('source')}:${part('sourceHandle')}->${part('target')}:${part('targetHandle')}`;
}

function parse(text: string, shown: string): { parsed: ParsedWorkflow; tree: Node | undefined } {
  try {
    return { parsed: parseWorkflow(text, shown), tree: parseTree(text) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError({
      message: `${shown} nests too deeply to be read.`,
      code: 'workflow_syntax',
      next: 'Keep nested data in a file of its own and let the workflow read it.',
    });
  }
}

async function readText(path: string, shown: string): Promise<string> {
  let bytes: Buffer;
  try {
    const handle = await open(path, 'r');
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) throw usageError(`${shown} is not a file.`, 'Name a workflow file, such as workflow.json.');
      if (stat.size > MAX_WORKFLOW_FILE_BYTES) {
        throw new CliError({
          message: `${shown} is larger than ${MAX_WORKFLOW_FILE_BYTES / 1024 / 1024} MiB, too large for a workflow.`,
          code: 'file_too_large',
          next: 'Keep data in files of its own and let the workflow read them.',
        });
      }
      bytes = await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'EIO';
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw usageError(`${shown} ${reason}.`, 'Check the path, or run the command in the folder of the workflow.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // drops a byte order mark
  } catch {
    throw new CliError({
      message: `${shown} is not text in UTF-8.`,
      code: 'workflow_syntax',
      next: 'Give a workflow file: JSON with nodes and edges.',
    });
  }
}

function syntaxProblem(parsed: ParsedWorkflow, text: string, file: string): Problem {
  const issue = parsed.status === 'failed' ? parsed.issue : undefined;
  const { line = 1, column } = issue?.at ?? {};
  return {
    message: issue?.message ?? 'The workflow is not JSON.',
    code: issue?.code ?? 'workflow_syntax',
    at: { file, text, line, ...(column === undefined ? {} : { column }) },
    next: issue?.next ?? 'Correct the JSON.',
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
