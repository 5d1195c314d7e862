/**
 * Rules of the surface that no single name carries.
 * @module
 */
import type { SandboxManifestNote } from './types.js';

/** The rule of modules, in the words that every surface uses. */
export const MODULE_RULE =
  'The only way to load code is a static `import` of a pack that the run allows; `require` and `import()` do not exist.';

/** In the order in which they are shown. */
export const NOTES: readonly SandboxManifestNote[] = [
  {
    text: 'A program is the body of an async function in strict mode: `await` and `return` stand at its top level, and what it returns is the result.',
  },
  { text: MODULE_RULE },
  { text: 'There are no timers: wait with `await sleep(ms)`.' },
  {
    text: 'Work of an async function starts when it is called, so `Promise.all` over several calls runs them at the same time.',
  },
  { text: 'Local time is UTC whatever the zone of the host; name a zone to `format.date` for any other.' },
  {
    text: 'A result, an emitted value or an output becomes JSON and bytes; a promise in it that nobody awaited ends the run.',
  },
  { text: 'No text becomes code: `eval`, `Function` and every constructor that compiles text are gone.' },
  { text: 'Nothing is kept between two runs, except what a host puts into globals and takes back.' },
  {
    text: 'Values of inputs are members of `inputs`; a name that is no identifier is read as `inputs["my-name"]`.',
    audience: 'code-node',
  },
  { text: '`state` is an object kept between the runs of one node in one run of a workflow.', audience: 'code-node' },
  {
    text: 'Hand values to outputs with `emit` while the body runs or with `output` at its end; a body that uses neither may return an object with a key for each output.',
    audience: 'code-node',
  },
];
