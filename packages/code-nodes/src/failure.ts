/**
 * From a failed run to an error for the author of the body: what, where, what next.
 * @module
 */
import { NodeError, type RunSandboxFailure, type SandboxErrorCode, type SourcePosition } from '@nodetool-ai/protocol';

const NEXT: Record<SandboxErrorCode, string> = {
  NO_CODE: 'Write a body in properties.code.',
  SYNTAX: 'Correct the body at this place.',
  GUEST: 'Correct the body at this place, or catch the error with try … catch.',
  MODULE: 'Import a package this process has installed; `nodetool packs list` shows them.',
  TIMEOUT: 'Look for a loop that never ends, or raise properties.timeout (seconds, 0 for no limit).',
  MEMORY: 'Work on smaller pieces, or raise properties.memory_mb (at most 512).',
  STACK: 'Look for a function that calls itself without end.',
  CANCELLED: 'Start the run again.',
  LIMIT: 'Stay below the limit named, or work on smaller pieces.',
  GLOBALS: 'Give the node plain data: no circles.',
  MODULES: 'Compile the packs again with `nodetool packs compile`.',
  UNSERIALIZABLE: 'Await every promise before it becomes part of a result.',
  ENGINE: 'Run it again; if it stays, report it with the body.',
  WORKER_REQUIRED: 'Run where workers can be started.',
};

/**
 * The error of a node whose body failed. `place` maps a position to the text the author wrote;
 * `handedOverAt` is where the body hands over what cannot leave the guest, when it does so at one place only.
 */
export function bodyFailure(
  failure: RunSandboxFailure,
  place: (position: { line: number; column?: number }) => SourcePosition,
  handedOverAt?: { line: number; column: number },
): NodeError {
  const { code, line, column } = failure.errorInfo;
  const thrownAt = line === undefined ? undefined : { line, ...(column === undefined ? {} : { column }) };
  // A result is read after the body ended: no statement is running that the sandbox could name.
  const where = thrownAt ?? handedOverAt;
  const at = where === undefined ? undefined : place(where);
  return new NodeError(code, failure.error, { next: nextStep(failure), ...(at ? { at } : {}) });
}

function nextStep({ error, errorInfo: { code, name, line } }: RunSandboxFailure): string {
  if (code === 'MODULE' && error.includes('has no export named')) {
    return 'Import a name the package exports; its README lists them.';
  }
  if (code === 'GUEST' && name === '' && line === undefined) {
    return 'Throw an Error, such as new Error("what is wrong"): nothing else carries its place.';
  }
  return NEXT[code];
}
