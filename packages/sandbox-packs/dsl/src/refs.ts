/**
 * What a program holds: a ref for each node it made, and a handle for each output it asked for.
 * @module
 */
import { type HandleRecord, type NodeRecord, rememberHandle, rememberNode } from './records.js';
import { listed, missing, refused, shown } from './refuse.js';

/** An output of a node, to be passed as a property of another. It is not text: using it as text throws. */
export class Handle {
  constructor(record: HandleRecord) {
    rememberHandle(this, record);
    const { kind } = record.node;
    forbidText(this, `the output "${record.slot}" of ${kind.type}`, kind.name);
    Object.freeze(this);
  }
}

/** A node of the graph. */
export class NodeRef {
  readonly #record: NodeRecord;

  constructor(record: NodeRecord) {
    this.#record = record;
    rememberNode(this, record);
    forbidText(this, `the node ${record.kind.type}`, record.kind.name);
    Object.freeze(this);
  }

  /** A handle of an output: the only one when none is named. */
  output(slot?: string): Handle {
    return new Handle({ node: this.#record, slot: readSlot(this.#record, slot) });
  }
}

function readSlot({ kind, dynamicOutputs }: NodeRecord, slot: unknown): string {
  const { name, type } = kind;
  const slots = dynamicOutputs === undefined ? kind.outputs : Object.keys(dynamicOutputs);
  if (slot !== undefined && (typeof slot !== 'string' || slot === '')) {
    throw refused(name, `an output is chosen by its name, not by ${shown(slot)}`, `Use ${listed(slots) || '"output"'}`);
  }
  // A body may deliver to any name as long as nobody wrote down which.
  if (slots.length === 0 && kind.dynamicOutputs) return slot ?? 'output';
  if (slots.length === 0) throw missing(name, `${type} has no outputs`, 'Pass it to workflow() as it is');
  if (slot === undefined) {
    const [only, ...more] = slots;
    if (only !== undefined && more.length === 0) return only;
    throw refused(name, `${type} has several outputs`, `Name one: ${listed(slots)}`);
  }
  if (!slots.includes(slot)) throw missing(name, `${type} has no output "${slot}"`, `It has ${listed(slots)}`);
  return slot;
}

/** A handle inside a template literal would otherwise become the text "[object Object]" in the graph. */
function forbidText(target: object, what: string, name: string): void {
  const fail = (): never => {
    const hint = 'Pass it as the whole value of a property; join texts with a node such as text.concat';
    throw refused(
      name,
      `${what} was used as text or as a number; its value is known only when the workflow runs`,
      hint,
    );
  };
  for (const key of [Symbol.toPrimitive, 'toString', 'valueOf', 'toJSON']) {
    Object.defineProperty(target, key, { value: fail });
  }
}
