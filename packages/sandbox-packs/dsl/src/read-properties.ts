/**
 * Takes a node's properties apart: values that are written into the graph, and handles that become edges.
 * @module
 */
import { DSL_MAX_DEPTH } from './limits.js';
import { currentProgram, type HandleRecord, handleOf, type IncomingEdge, type NodeKind, nodeOf } from './records.js';
import { listed, refused, shown, tooMuch } from './refuse.js';

/** What a node is given. */
export interface ReadProperties {
  properties: Record<string, unknown>;
  dynamicProperties: Record<string, unknown>;
  dynamicInputs: string[];
  edges: IncomingEdge[];
}

/** Reads the first argument of a node function; values are copied, so that later changes do not reach the graph. */
export function readProperties(kind: NodeKind, given: unknown): ReadProperties {
  const read: ReadProperties = { properties: {}, dynamicProperties: {}, dynamicInputs: [], edges: [] };
  if (given === undefined || given === null) return read;
  if (!isPlain(given)) {
    const what = nodeOf(given) || handleOf(given) ? 'a node or handle' : shown(given);
    const example = kind.inputs[0] ?? 'name';
    throw refused(kind.name, `the properties are an object, not ${what}`, `Write { ${example}: … }`);
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const isDeclared = kind.inputs.includes(name);
    if (!isDeclared && !kind.dynamicInputs) {
      const has = kind.inputs.length === 0 ? 'It has none' : `It has ${listed(kind.inputs)}`;
      throw refused(kind.name, `${kind.type} has no property "${name}"`, has);
    }
    const sources = handlesIn(kind, name, value);
    if (sources !== undefined) {
      for (const from of sources) read.edges.push({ input: name, from });
      if (!isDeclared) read.dynamicInputs.push(name);
    } else define(isDeclared ? read.properties : read.dynamicProperties, name, copy(kind, value, name, 0));
  }
  return read;
}

/** The handles a property is made of, one for each edge; `undefined` for a literal value. */
function handlesIn(kind: NodeKind, name: string, value: unknown): HandleRecord[] | undefined {
  if (!Array.isArray(value)) {
    const handle = handleOf(value);
    return handle && [ownHandle(kind, name, handle)];
  }
  const found = value.map((item: unknown) => handleOf(item));
  const handles = found.filter((handle) => handle !== undefined);
  if (handles.length === 0) return undefined;
  if (handles.length < value.length) {
    const at = found.indexOf(undefined);
    const what = `"${name}" mixes handles with other values: [${at}] is ${shown(value[at])}`;
    throw refused(kind.name, what, 'Use handles only, or values only; a constant node makes a handle of a value');
  }
  return handles.map((handle) => ownHandle(kind, name, handle));
}

function ownHandle(kind: NodeKind, name: string, handle: HandleRecord): HandleRecord {
  if (handle.node.program === currentProgram()) return handle;
  const what = `"${name}" is an output of ${handle.node.kind.type} from an earlier workflow() call`;
  throw refused(kind.name, what, 'Make that node again for this graph');
}

/** Own data of JSON and bytes; everything else has no place in a graph. */
function copy(kind: NodeKind, value: unknown, path: string, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw refused(kind.name, `"${path}" is ${value}`, 'Pass a finite number');
  }
  if (handleOf(value)) {
    const what = `a handle is nested in a value, at "${path}"`;
    throw refused(kind.name, what, 'A handle is the whole value of a property, or an element of a list of handles');
  }
  const node = nodeOf(value);
  if (node) {
    throw refused(kind.name, `"${path}" is the node ${node.kind.type} itself`, 'Pass one of its outputs: .output()');
  }
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (depth >= DSL_MAX_DEPTH) {
    const what = `"${path.slice(0, path.search(/[.[]/))}" is nested more than ${DSL_MAX_DEPTH} levels deep`;
    throw tooMuch(kind.name, 'too-deep', what, 'Pass flatter data without circles', 'DSL_MAX_DEPTH');
  }
  if (Array.isArray(value)) return value.map((item: unknown, at) => copy(kind, item, `${path}[${at}]`, depth + 1));
  if (!isPlain(value)) {
    throw refused(kind.name, `"${path}" is ${shown(value)}, which a graph cannot hold`, 'Pass plain data');
  }
  const made: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) define(made, key, copy(kind, member, `${path}.${key}`, depth + 1));
  }
  return made;
}

/** Own-property definition: a key such as `__proto__` is data like any other. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** True for an object made by `{}` or without a prototype. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
