/**
 * What a person can do next, for codes whose message does not say it itself.
 * @module
 */
import type { WorkflowFailureCode } from '@nodetool-ai/protocol';

const NEXT_STEPS: Partial<Record<WorkflowFailureCode, string>> = {
  NO_CODE: 'Give the node a body.',
  SYNTAX: 'Correct the body at this place.',
  GUEST: 'Look at the line above and the log of the node; wrap what may fail in try and catch.',
  MODULE: 'See the packs that can be imported with: nodetool packs list.',
  TIMEOUT:
    'Look for a loop that does not end, do the work in smaller batches, or raise the node\'s "timeout" (seconds).',
  MEMORY: 'Keep less at a time: emit rows in batches instead of building one large value.',
  STACK: 'Look for a function that calls itself without end.',
  LIMIT: 'Send less at a time; the message names the limit.',
  UNSERIALIZABLE: 'Await every promise before handing the value on.',
  GLOBALS: 'Rename the input; the message says why its name or value cannot be handed over.',
  MODULES: 'Run: nodetool packs list, then compile what is pending with: nodetool packs compile.',
  ENGINE: 'Run it again; if it stays, report it with the workflow and the output of --jsonl.',
  code_syntax: 'Correct the body at this place.',
  code_package_unavailable: 'See the packs that can be imported with: nodetool packs list.',
  unknown_node: 'Correct the "type" of the node.',
  file_missing: 'Check the path: it counts from the folder of the workflow.',
  file_path: 'Put the file below the folder of the workflow, or allow its folder with --read-dir.',
};

/** The next step for a code, if one is known. */
export function nextStep(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(NEXT_STEPS, code) ? NEXT_STEPS[code as WorkflowFailureCode] : undefined;
}
