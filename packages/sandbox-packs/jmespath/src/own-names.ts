/**
 * Names as plain data. The library reads what an object inherits for `toString` or `constructor`, and loses a key
 * `__proto__` of an object that it builds.
 * @module
 */
import {
  type FunctionSignature,
  type JSONArray,
  type JSONObject,
  type JSONValue,
  type TreeInterpreter,
  TYPE_STRING,
} from '@jmespath-community/jmespath';

type Interpreter = typeof TreeInterpreter;
type Visit = Interpreter['visit'];
type Node = Parameters<Visit>[0];
type Value = Parameters<Visit>[1];
type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>;

/** The library's interpreter, changed where it takes names: paths, built objects, `merge`, `group_by` and names of functions. */
export function withOwnNames(interpreter: Interpreter): Interpreter {
  // Its class is not exported, and a `let` makes more of its objects.
  const prototype = Object.getPrototypeOf(interpreter) as { visit: Visit };
  const { visit } = prototype;
  prototype.visit = function (this: Interpreter, node, value) {
    if (node.type === 'Field') return fieldOf(value, (node as NodeOf<'Field'>).name);
    if (node.type === 'MultiSelectHash') return built(this, node as NodeOf<'MultiSelectHash'>, value);
    return visit.call(this, node, value);
  };
  const { runtime } = interpreter;
  const table = runtime._functionTable;
  Object.setPrototypeOf(table, null);
  replace(table, 'merge', (objects: JSONObject[]) =>
    Object.fromEntries(objects.flatMap((object) => Object.entries(object))),
  );
  replace(table, 'group_by', ([items, key]: [JSONArray, Node]) => {
    const keyOf = runtime.createKeyFunction(key, [TYPE_STRING]);
    const groups = new Map<JSONValue, JSONArray>();
    for (const item of items) {
      const name = keyOf(item ?? {});
      const group = groups.get(name);
      if (group) group.push(item);
      else groups.set(name, [item]);
    }
    return Object.fromEntries(groups as Map<string, JSONArray>);
  });
  return interpreter;
}

function fieldOf(value: Value, name: string): JSONValue {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, name)) return null;
  return (value as JSONObject)[name] ?? null;
}

function built(interpreter: Interpreter, { children }: NodeOf<'MultiSelectHash'>, value: Value): JSONObject {
  const object: JSONObject = {};
  for (const { name, value: node } of children) {
    const part = interpreter.visit(node, value) as JSONValue;
    if (name !== '__proto__') object[name] = part;
    else Object.defineProperty(object, name, { value: part, writable: true, enumerable: true, configurable: true });
  }
  return object;
}

function replace(table: Record<string, FunctionSignature>, name: string, call: FunctionSignature['_func']): void {
  const entry = table[name];
  if (entry) entry._func = call;
}
