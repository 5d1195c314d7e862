/**
 * Guest source that runs before a body: the node's own rules for `inputs`, `emit` and `output`.
 * @module
 */

/** Name under which one item of several outputs crosses to the host; no user name looks like it. */
export const GROUP_NAME = '__group__';

/** Global under which the values cross; the prelude takes it away, so that they are not copied back after the run. */
export const INPUTS_GLOBAL = '__inputs';

/** Calls of `emit` that may wait at one time when a body does not await them. Count. */
export const MAX_WAITING_EMITS = 320;

/**
 * Source of the prelude for a node with these outputs; an empty list accepts any name.
 * Everything it needs later is taken at once: a body cannot change it by changing a prototype.
 */
export function preludeSource(outputs: readonly string[]): string {
  return `
globalThis.inputs = Object.setPrototypeOf(globalThis.${INPUTS_GLOBAL}, null);
delete globalThis.${INPUTS_GLOBAL};
const sendEmit = globalThis.emit, sendOutput = globalThis.output;
const keysOf = Object.keys, asText = JSON.stringify, Refused = TypeError, TooMany = RangeError;
const declared = Object.assign(Object.create(null), ${JSON.stringify(Object.fromEntries(outputs.map((name) => [`$${name}`, true])))});
const known = ${JSON.stringify(outputs.map((name) => `"${name}"`).join(', '))};
const isOpen = ${outputs.length === 0};
const check = (verb, name) => {
  if (typeof name !== 'string') return;
  if (isOpen ? name !== ${JSON.stringify(GROUP_NAME)} : declared['$' + name] === true) return;
  throw new Refused(verb + ': the node has no output ' + asText(name) + '. Its outputs: ' + known + '.');
};
let waiting = 0;
globalThis.emit = async (first, value) => {
  const isGroup = typeof first === 'object' && first !== null;
  if (isGroup) {
    const names = keysOf(first);
    for (let at = 0; at < names.length; at += 1) check('emit', names[at]);
  } else check('emit', first);
  if (waiting >= ${MAX_WAITING_EMITS}) throw new TooMany('emit: more than ${MAX_WAITING_EMITS} calls wait. Write "await emit(…)".');
  waiting += 1;
  try {
    await (isGroup ? sendEmit(${JSON.stringify(GROUP_NAME)}, first) : sendEmit(first, value));
  } finally {
    waiting -= 1;
  }
};
globalThis.output = async (name, value) => {
  check('output', name);
  await sendOutput(name, value);
};
`;
}
