/**
 * Puts WebAssembly binaries together from bytes, for tests.
 * @module
 */

const TYPES = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b, externref: 0x6f, funcref: 0x70 } as const;
type TypeName = keyof typeof TYPES;

/** One function; `body` is its instructions without the final `end`. Exported under `name`, if it has one. */
export interface TestFunction {
  name?: string;
  params?: TypeName[];
  results?: TypeName[];
  body: number[];
}

/** Parts of a binary. Memory and tables are the bytes of their limits. */
export interface TestModule {
  functions?: TestFunction[];
  memories?: number[][];
  tables?: number[][];
  /** Mutable i32 globals that start at 0. */
  globals?: number;
  start?: number;
  /** Further exports: name, kind, index. */
  exports?: [string, number, number][];
  /** Bytes of active data segments at 0. */
  data?: number[];
}

/** Unsigned LEB128. */
export function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
    if (rest === 0) return bytes;
  }
}

export const section = (id: number, body: number[]): number[] => [id, ...leb(body.length), ...body];
export const vector = (items: number[][]): number[] => [...leb(items.length), ...items.flat()];
export const name = (text: string): number[] => {
  const bytes = [...new TextEncoder().encode(text)];
  return [...leb(bytes.length), ...bytes];
};
export const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** A binary of sections as they are. */
export const binary = (...sections: number[][]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...HEADER, ...sections.flat()]);

/** A binary; sections that hold nothing are left out. */
export function assemble(given: TestModule): Uint8Array<ArrayBuffer> {
  const { functions = [], memories = [], tables = [], globals = 0, start, exports = [], data } = given;
  const types = (list: TypeName[] = []) => vector(list.map((type) => [TYPES[type]]));
  const named = functions.flatMap((fn, index) => (fn.name === undefined ? [] : [[fn.name, 0, index] as const]));
  const all = [...named, ...exports];
  const sections: number[][] = [];
  const add = (id: number, items: number[][]) => {
    if (items.length > 0) sections.push(section(id, vector(items)));
  };
  add(
    1,
    functions.map(({ params, results }) => [0x60, ...types(params), ...types(results)]),
  );
  add(
    3,
    functions.map((_fn, index) => leb(index)),
  );
  add(
    4,
    tables.map((limits) => [TYPES.funcref, ...limits]),
  );
  add(5, memories);
  add(
    6,
    Array.from({ length: globals }, () => [TYPES.i32, 1, 0x41, 0, 0x0b]),
  );
  add(
    7,
    all.map(([label, kind, index]) => [...name(label), kind, ...leb(index)]),
  );
  if (start !== undefined) sections.push(section(8, leb(start)));
  add(
    10,
    functions.map(({ body }) => [...leb(body.length + 2), 0, ...body, 0x0b]),
  );
  if (data !== undefined) sections.push(section(11, vector([[0, 0x41, 0, 0x0b, ...leb(data.length), ...data]])));
  return binary(...sections);
}

const ADD = [0x20, 0, 0x20, 1, 0x6a];
const SPIN = [0x03, 0x40, 0x0c, 0, 0x0b];

/** Bodies that tests share; the comment beside each is its text form. */
export const FUNCTIONS = {
  // local.get 0, local.get 1, i32.add
  add: { name: 'add', params: ['i32', 'i32'], results: ['i32'], body: ADD },
  // sqrt(a * a + b * b)
  hypot: {
    name: 'hypot',
    params: ['f64', 'f64'],
    results: ['f64'],
    body: [0x20, 0, 0x20, 0, 0xa2, 0x20, 1, 0x20, 1, 0xa2, 0xa0, 0x9f],
  },
  echoI32: { name: 'echoI32', params: ['i32'], results: ['i32'], body: [0x20, 0] },
  echoF32: { name: 'echoF32', params: ['f32'], results: ['f32'], body: [0x20, 0] },
  echoF64: { name: 'echoF64', params: ['f64'], results: ['f64'], body: [0x20, 0] },
  nothing: { name: 'nothing', body: [] },
  // loop br 0 end
  spin: { name: 'spin', body: SPIN },
  // unreachable
  trap: { name: 'trap', body: [0x00] },
  // i32.div_s
  divide: { name: 'divide', params: ['i32', 'i32'], results: ['i32'], body: [0x20, 0, 0x20, 1, 0x6d] },
  // global 0 is raised by one and returned
  count: { name: 'count', results: ['i32'], body: [0x23, 0, 0x41, 1, 0x6a, 0x24, 0, 0x23, 0] },
  // the i32 at 0 is returned, and stored raised by one
  poke: {
    name: 'poke',
    results: ['i32'],
    body: [0x41, 0, 0x28, 2, 0, 0x41, 0, 0x41, 0, 0x28, 2, 0, 0x41, 1, 0x6a, 0x36, 2, 0],
  },
  // memory.grow
  grow: { name: 'grow', params: ['i32'], results: ['i32'], body: [0x20, 0, 0x40, 0] },
  // memory grows by so many pages, all of which are filled with 1; its size is returned
  fill: {
    name: 'fill',
    params: ['i32'],
    results: ['i32'],
    body: [0x20, 0, 0x40, 0, 0x1a, 0x41, 0, 0x41, 1, 0x20, 0, 0x41, 0x80, 0x80, 0x04, 0x6c, 0xfc, 0x0b, 0, 0x3f, 0],
  },
} as const satisfies Record<
  string,
  { name: string; params?: readonly TypeName[]; results?: readonly TypeName[]; body: readonly number[] }
>;

/** All of {@link FUNCTIONS} with one memory of 1 page, 8 at most, and one global. */
export function workshop(maximumPages = 8): Uint8Array<ArrayBuffer> {
  const functions = structuredClone(Object.values(FUNCTIONS)) as unknown as TestFunction[];
  // `deep` calls itself without end.
  functions.push({ name: 'deep', body: [0x10, ...leb(functions.length)] });
  return assemble({ functions, memories: [[1, 1, ...leb(maximumPages)]], globals: 1 });
}

/** Names of the functions of {@link workshop}. */
export const WORKSHOP_NAMES = [...Object.keys(FUNCTIONS), 'deep'];
