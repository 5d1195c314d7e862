/**
 * Every way a run can fail. Codes are for programs; a change of code is a breaking change.
 * @module
 */

/** The closed list of run failure codes, with the sentence that documents each. */
export const SANDBOX_ERROR_CODES = {
  NO_CODE: 'No program text was given.',
  SYNTAX: 'The program does not parse.',
  GUEST: 'The program threw and nobody caught it.',
  MODULE: 'A static import was refused, or a module failed to link.',
  TIMEOUT: 'The CPU budget or the wall-clock budget ran out, or the program waits for nothing that could come.',
  MEMORY: 'The guest ran out of memory.',
  STACK: 'The call stack overflowed and nobody caught it.',
  CANCELLED: 'The caller cancelled the run.',
  LIMIT: 'A bridge limit was passed and nobody caught the error.',
  GLOBALS: 'A global given by the caller cannot be handed to the guest.',
  MODULES: 'The module resolution given by the caller cannot be honoured.',
  UNSERIALIZABLE: 'The result holds a promise nobody awaited, or nests too deeply.',
  ENGINE: 'The engine or its worker failed.',
  WORKER_REQUIRED: 'A worker was demanded and none can be started.',
} as const;

/** One of {@link SANDBOX_ERROR_CODES}. */
export type SandboxErrorCode = keyof typeof SANDBOX_ERROR_CODES;

/** What a program can know about a failed run. `line` and `column` are 1-based and refer to the caller's own text. */
export interface SandboxErrorInfo {
  code: SandboxErrorCode;
  name: string;
  message: string;
  line?: number;
  column?: number;
  /** With code `LIMIT`: key of the limit in `SANDBOX_LIMITS`, or name of the cap, that was passed. */
  limit?: string;
}
