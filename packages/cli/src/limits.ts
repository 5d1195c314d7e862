/**
 * Every number of the command that a user may meet.
 * @module
 */

/** Largest workflow file read, in bytes. */
export const MAX_WORKFLOW_FILE_BYTES: number = 16 * 1024 * 1024;
/** Largest body read from a file, in bytes. */
export const MAX_BODY_FILE_BYTES: number = 1024 * 1024;
/** Longest an example of a SKILL.md may take, in seconds. */
export const EXAMPLE_TIMEOUT_SECONDS = 30;
/** Longest value of an output that is printed whole, in UTF-16 units. */
export const MAX_PRINTED_VALUE_CHARS = 4000;
/** Problems told in full. To find the place of each in a file takes time, and nobody reads a thousand. */
export const MAX_SHOWN_PROBLEMS = 20;
/** Log lines that the view of a run keeps. */
export const LOG_TAIL_LINES = 200;
