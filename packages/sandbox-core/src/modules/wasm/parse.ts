/**
 * Reads what a WebAssembly binary declares, and refuses what no guest may bring. Pure: nothing is compiled here.
 *
 * Function bodies, data and elements are only bounded; the engine validates them (`WebAssembly.validate`). A start
 * function is allowed: it runs where all else of the binary runs, in a worker, as a part of each call and its timeout.
 * @module
 */
import { WASM_BUDGETS } from '@nodetool-ai/protocol/core';
import { WasmReader } from './reader.js';

/** Type of a value, as the text format writes it; `ref` stands for all references. */
export type WasmValueType = 'i32' | 'i64' | 'f32' | 'f64' | 'v128' | 'ref';

/** Parameters and results of a function. */
export interface WasmFunctionType {
  params: readonly WasmValueType[];
  results: readonly WasmValueType[];
}

/** One entry of an export section. */
export type WasmBinaryExport =
  | { kind: 'function'; type: WasmFunctionType }
  | { kind: 'table' | 'memory' | 'global' | 'tag'; type?: undefined };

/** What a binary declares. */
export interface ParsedWasm {
  exports: ReadonlyMap<string, WasmBinaryExport>;
  /** Declared maximum of the memory in pages; 0 without one. */
  memoryPages: number;
  hasStart: boolean;
}

/** Sections by id, with their place in the order that the format demands. */
const SECTIONS = new Map<number, { name: string; order: number }>([
  [1, { name: 'type', order: 1 }],
  [2, { name: 'import', order: 2 }],
  [3, { name: 'function', order: 3 }],
  [4, { name: 'table', order: 4 }],
  [5, { name: 'memory', order: 5 }],
  [13, { name: 'tag', order: 6 }],
  [6, { name: 'global', order: 7 }],
  [7, { name: 'export', order: 8 }],
  [8, { name: 'start', order: 9 }],
  [9, { name: 'element', order: 10 }],
  [12, { name: 'data count', order: 11 }],
  [10, { name: 'code', order: 12 }],
  [11, { name: 'data', order: 13 }],
]);

const CUSTOM = 0;
const MAGIC = [0x00, 0x61, 0x73, 0x6d];
const VERSION = [0x01, 0x00, 0x00, 0x00];
const VALUE_TYPES = new Map<number, WasmValueType>([
  [0x7f, 'i32'],
  [0x7e, 'i64'],
  [0x7d, 'f32'],
  [0x7c, 'f64'],
  [0x7b, 'v128'],
]);
/** `(ref null ht)` and `(ref ht)`: a heap type follows. */
const TYPED_REFERENCES = [0x63, 0x64];
/** Shorthands of nullable references. */
const isPlainReference = (byte: number): boolean => byte >= 0x68 && byte <= 0x74;
const EXPORT_KINDS = ['function', 'table', 'memory', 'global', 'tag'] as const;
/** Bits of the flags before a size; all others are proposals that nobody asked for. */
const HAS_MAXIMUM = 1;
const IS_SHARED = 2;
const IS_64_BIT = 4;

/**
 * Parameters and results of any function type. An attack: the engine checks each target of a branch table against all
 * of them, on the thread of the caller.
 */
const MAX_TYPE_PARAMS = 128;
const MAX_TYPE_RESULTS = 16;

interface Declared {
  types: WasmFunctionType[];
  /** Type index by function index. */
  functions: number[];
  codeCount: number;
  exports: Map<string, WasmBinaryExport>;
  memoryPages: number;
  startAt: { index: number; at: number } | undefined;
}

/**
 * Reads a binary.
 *
 * @throws {WasmFormatError} naming the byte: truncation, bad LEB128, sections out of order, imports, a memory that is
 *   shared, 64-bit or without a maximum, more than one memory, tables without a maximum, too many types or exports,
 *   garbage-collected types
 * @see https://webassembly.github.io/spec/core/binary/modules.html
 */
export function parseWasm(bytes: Uint8Array): ParsedWasm {
  const reader = new WasmReader(bytes);
  expectBytes(reader, MAGIC, 'the magic number');
  expectBytes(reader, VERSION, 'the version');
  const declared: Declared = {
    types: [],
    functions: [],
    codeCount: 0,
    exports: new Map(),
    memoryPages: 0,
    startAt: undefined,
  };
  let last = 0;
  while (reader.left > 0) {
    const start = reader.at;
    const id = reader.byte('a section id');
    const known = SECTIONS.get(id);
    const what = id === CUSTOM ? 'a custom section' : `the ${known?.name ?? 'unknown'} section`;
    const section = reader.part(reader.u32(`the size of ${what}`), what);
    if (id === CUSTOM) {
      section.name('the name of a custom section');
      continue;
    }
    if (known === undefined) return reader.fail(`section ${id} is not supported`, start);
    if (known.order === last) reader.fail(`${what} stands there twice`, start);
    if (known.order < last) reader.fail(`${what} is out of order`, start);
    last = known.order;
    readSection(id, section, declared);
  }
  finish(declared, reader);
  const { exports, memoryPages, startAt } = declared;
  return { exports, memoryPages, hasStart: startAt !== undefined };
}

function expectBytes(reader: WasmReader, expected: readonly number[], what: string): void {
  const start = reader.at;
  // What is there is judged first, so that a text that is no binary at all is not called truncated.
  for (const value of expected)
    if (reader.byte(what) !== value) reader.fail(`not WebAssembly: ${what} is wrong`, start);
}

function readSection(id: number, section: WasmReader, declared: Declared): void {
  switch (id) {
    case 1:
      readTypes(section, declared);
      break;
    case 2:
      if (section.u32('the number of imports') > 0) {
        section.fail('it has imports; a sandbox module may have none', section.at, 'imports');
      }
      break;
    case 3:
      forEach(section, 'function', () => declared.functions.push(section.u32('a type index')));
      break;
    case 4:
      readTables(section);
      break;
    case 5:
      readMemories(section, declared);
      break;
    case 7:
      readExports(section, declared);
      break;
    case 8:
      declared.startAt = { at: section.at, index: section.u32('the index of the start function') };
      break;
    case 10:
      declared.codeCount = forEach(section, 'function body', () => {
        section.part(section.u32('the size of a function body'), 'a function body');
      });
      break;
    default:
      return; // Tags, globals, elements and data are the engine's to judge.
  }
  if (section.left > 0) section.fail(`${section.left} bytes are left over at the end of a section`);
}

/** Reads a vector: its count, then each entry. Each takes a byte at least, so that a count cannot make us spin. */
function forEach(section: WasmReader, what: string, read: () => void): number {
  const start = section.at;
  const count = section.u32(`the number of ${what} entries`);
  if (count > section.left) section.fail(`truncated: ${count} ${what} entries in ${section.left} bytes`, start);
  for (let index = 0; index < count; index++) read();
  return count;
}

function readTypes(section: WasmReader, declared: Declared): void {
  const valueTypes = (what: string, most: number): WasmValueType[] => {
    const start = section.at;
    const list: WasmValueType[] = [];
    const count = forEach(section, what, () => list.push(readValueType(section, what)));
    if (count > most) section.fail(`it has a type with ${count} ${what}s; at most ${most} are allowed`, start);
    return list;
  };
  const most = WASM_BUDGETS.binaryTypes.value;
  forEach(section, 'type', () => {
    const start = section.at;
    // An attack: engines keep types for as long as the process lives, in time that grows with the square of their
    // number. 20 000 of them hold Node 20 up for five seconds, 300 000 for more than ten minutes.
    if (declared.types.length >= most) section.fail(`it has more than ${most} types`, start);
    // Objects of the engine's collector would live on the worker's heap, whose end ends the process.
    if (section.byte('a type') !== 0x60) section.fail('it has a type that is not a function type', start);
    const params = valueTypes('parameter', MAX_TYPE_PARAMS);
    declared.types.push({ params, results: valueTypes('result', MAX_TYPE_RESULTS) });
  });
}

function readValueType(section: WasmReader, what: string): WasmValueType {
  const start = section.at;
  const byte = section.byte(`the type of a ${what}`);
  const plain = VALUE_TYPES.get(byte);
  if (plain !== undefined) return plain;
  if (isPlainReference(byte)) return 'ref';
  if (!TYPED_REFERENCES.includes(byte)) section.fail(`0x${byte.toString(16)} is not the type of a value`, start);
  section.skipS33('a heap type');
  return 'ref';
}

/** An attack: tables of ten million elements, or ones that grow, end the whole process with the worker's heap. */
function readTables(section: WasmReader): void {
  const most = WASM_BUDGETS.tableElements.value;
  let total = 0;
  forEach(section, 'table', () => {
    const start = section.at;
    if (readValueType(section, 'table') !== 'ref') section.fail('a table must hold references', start);
    const { initial, maximum } = readLimits(section, 'table');
    total += Math.max(initial, maximum);
    if (total > most) section.fail(`its tables may grow to ${total} elements; at most ${most} are allowed`, start);
  });
}

function readMemories(section: WasmReader, declared: Declared): void {
  let count = 0;
  forEach(section, 'memory', () => {
    const start = section.at;
    count++;
    if (count > 1) section.fail('it has more than one memory', start, 'memory');
    const { initial, maximum } = readLimits(section, 'memory');
    if (initial > maximum) {
      section.fail(`its memory starts with ${initial} pages and may have ${maximum}`, start, 'memory');
    }
    declared.memoryPages = maximum;
  });
}

function readLimits(section: WasmReader, what: 'table' | 'memory'): { initial: number; maximum: number } {
  const start = section.at;
  const refuse = (problem: string) => section.fail(problem, start, what === 'memory' ? 'memory' : 'invalid');
  const flags = section.byte(`the limits of a ${what}`);
  if ((flags & IS_SHARED) !== 0 && flags < 8) refuse(`it has a shared ${what}`);
  if ((flags & IS_64_BIT) !== 0 && flags < 8) refuse(`it has a 64-bit ${what}`);
  if (flags > HAS_MAXIMUM) refuse(`the limits of a ${what} start with unknown flags ${flags}`);
  const initial = section.u32(`the size of a ${what}`);
  if (flags !== HAS_MAXIMUM) refuse(`it has a ${what} that declares no maximum`);
  return { initial, maximum: section.u32(`the maximum of a ${what}`) };
}

function readExports(section: WasmReader, declared: Declared): void {
  const most = WASM_BUDGETS.binaryExports.value;
  const count = forEach(section, 'export', () => {
    const start = section.at;
    const name = section.name('the name of an export');
    if (declared.exports.has(name)) section.fail(`it exports ${JSON.stringify(name)} twice`, start);
    if (declared.exports.size >= most) section.fail(`it has more than ${most} exports`, start);
    const kind = EXPORT_KINDS[section.byte('the kind of an export')];
    if (kind === undefined) return section.fail('an export is of an unknown kind', start);
    const index = section.u32('the index of an export');
    if (kind !== 'function') {
      declared.exports.set(name, { kind });
      return;
    }
    const type = declared.types[declared.functions[index] ?? -1];
    if (type === undefined) return section.fail(`an export names function ${index}, which does not exist`, start);
    declared.exports.set(name, { kind, type });
  });
  if (count !== declared.exports.size) section.fail('its exports cannot be read');
}

function finish(declared: Declared, reader: WasmReader): void {
  const { functions, codeCount, startAt } = declared;
  if (functions.length !== codeCount) {
    reader.fail(`truncated or inconsistent: ${functions.length} functions are declared and ${codeCount} have a body`);
  }
  if (startAt !== undefined && startAt.index >= functions.length) {
    reader.fail(`the start function ${startAt.index} does not exist`, startAt.at);
  }
}
