/**
 * Host values to the engine's binary format, in the full-fidelity form.
 * @module
 */
import { MAX_VALUE_DEPTH, MIN_BYTES_BESIDE } from '../guest-limits.js';
import { EnvelopeWriter } from './envelope-writer.js';
import {
  TAG_ARRAY,
  TAG_DATE,
  TAG_FALSE,
  TAG_FLOAT64,
  TAG_MAP,
  TAG_NULL,
  TAG_OBJECT,
  TAG_SET,
  TAG_TRUE,
  TAG_UNDEFINED,
} from './format.js';
import { boxed, hostKindOf } from './host-brands.js';
import { typedArrayName, writeBigint, writeTypedArray } from './write-leaves.js';

export { CodecError } from './codec-error.js';

/** How a value is encoded. */
export interface EncodeOptions {
  /**
   * Called for a function at the top or inside plain objects (objects only, at most 32 levels down).
   * Returns the id the guest will use, or `undefined` to refuse it there. Without it every function is refused.
   */
  functions?: (fn: Function, path: (string | number)[]) => number | undefined;
  /** Deepest nesting; default and ceiling 1000 levels. */
  maxDepth?: number;
  /** Most values in the whole; default 20 000 000. Shared parts count each time. */
  maxValues?: number;
  /** What error messages call the value; default `value`. */
  what?: string;
}

const DEFAULT_MAX_VALUES = 20_000_000;
const MAX_FUNCTION_DEPTH = 32;
/**
 * Levels the engine's reader is asked to nest. It recurses on the guest's stack, about 400 bytes a level, and small
 * stacks hold 40 levels; what lies deeper travels as `tree` patches that are hung in afterwards.
 */
const MAX_NATIVE_DEPTH = 24;

/** A part that is encoded after the tree and hung in at `path`. */
interface Graft {
  path: (string | number)[];
  value: object;
  depth: number;
  ancestors: Set<object>;
  inObjects: boolean;
}

/**
 * Encodes a value for the guest: the bytes of `[tree]`, or `[tree, patches]` where the format alone does not suffice.
 * The engine's reader and then the guest's `revive` turn them into the value. Large byte arrays ride beside it, as
 * `payload.ts` says; the envelope then has an empty element for each at its end.
 *
 * Everything is copied, shared parts are repeated, getters run once, symbol keys are dropped.
 *
 * @throws CodecError `cycle`, `unsupported`, `promise`, `depth` with the path of the part; `budget`
 * @example
 * const bytes = encodeEnvelope({ rows: [{ id: 1 }], since: new Date(0) });
 */
export function encodeEnvelope(value: unknown, options: EncodeOptions = {}): Uint8Array {
  return new Encoder(options).envelope(value);
}

class Encoder extends EnvelopeWriter {
  private readonly grafts: Graft[] = [];
  private readonly maxDepth: number;
  private readonly functions: EncodeOptions['functions'];
  private ancestors = new Set<object>();
  /** User levels above the part at hand, and engine levels since the last graft. */
  private depth = 0;
  private nativeDepth = 0;
  /** All containers above are plain objects, so a function may stand here. */
  private inObjects = true;

  constructor(options: EncodeOptions) {
    super(options.what ?? 'value', options.maxValues ?? DEFAULT_MAX_VALUES);
    this.functions = options.functions;
    this.maxDepth = Math.min(options.maxDepth ?? MAX_VALUE_DEPTH, MAX_VALUE_DEPTH);
  }

  envelope(value: unknown): Uint8Array {
    const lengthAt = this.open();
    this.value(value);
    const hasPatches = this.patches.length > 0 || this.grafts.length > 0;
    if (hasPatches) this.patchList();
    return this.close(lengthAt, hasPatches);
  }

  private value(value: unknown): void {
    const { body } = this;
    this.spend();
    switch (typeof value) {
      case 'string':
        this.text(value);
        return;
      case 'number':
        this.number(value);
        return;
      case 'boolean':
        body.byte(value ? TAG_TRUE : TAG_FALSE);
        return;
      case 'undefined':
        body.byte(TAG_UNDEFINED);
        return;
      case 'bigint':
        writeBigint(body, value);
        return;
      case 'object':
        if (value === null) body.byte(TAG_NULL);
        else this.object(value);
        return;
      case 'function':
        this.function(value);
        return;
      case 'symbol':
        throw this.refuse('unsupported', 'is a symbol, which cannot enter the sandbox');
    }
  }

  private object(value: object): void {
    if (Array.isArray(value)) {
      this.container(value, () => this.array(value));
      return;
    }
    const kind = hostKindOf(value);
    switch (kind) {
      case 'plain':
        this.container(value, () => this.plainObject(value as Record<string, unknown>));
        return;
      case 'date':
        this.body.byte(TAG_DATE);
        this.body.float64(TAG_FLOAT64, Date.prototype.getTime.call(value));
        return;
      case 'typed-array': {
        const { buffer, byteOffset, byteLength } = value as Uint8Array;
        if (byteLength < MIN_BYTES_BESIDE) writeTypedArray(this.body, value as Uint8Array);
        else this.part(buffer, byteOffset, byteLength, typedArrayName(value));
        return;
      }
      case 'buffer':
        this.buffer(value as ArrayBuffer, 0, (value as ArrayBuffer).byteLength);
        return;
      case 'data-view': {
        const { buffer, byteOffset, byteLength } = value as DataView;
        this.buffer(buffer, byteOffset, byteLength);
        return;
      }
      case 'regexp': {
        const { source, flags } = value as RegExp;
        this.patch('regexp', [source, flags]);
        this.body.byte(TAG_NULL);
        return;
      }
      case 'boxed':
        this.value(boxed(value));
        return;
      case 'map':
        this.container(value, () => this.map(value as Map<unknown, unknown>));
        return;
      case 'set':
        this.container(value, () => this.set(value as Set<unknown>));
        return;
      case 'error':
        this.container(value, () => this.error(value as Error));
        return;
      case 'promise':
        throw this.refuse('promise', 'is a promise that was not awaited');
      default:
        throw this.refuse(
          'unsupported',
          `is ${kind === 'weak' ? 'a weak collection or reference' : 'an iterator or generator'}, which cannot enter the sandbox`,
        );
    }
  }

  /** Guards depth and cycles around a container, and puts off what nests too deep for the engine's reader. */
  private container(value: object, write: () => void): void {
    if (this.depth >= this.maxDepth) {
      throw this.refuse('depth', `nests deeper than ${this.maxDepth} levels`);
    }
    if (this.ancestors.has(value))
      throw this.refuse('cycle', 'contains a cycle: it refers back to a value that holds it');
    if (this.nativeDepth >= MAX_NATIVE_DEPTH) {
      const { depth, inObjects } = this;
      this.grafts.push({ path: this.path.slice(), value, depth, ancestors: new Set(this.ancestors), inObjects });
      this.body.byte(TAG_NULL);
      return;
    }
    this.ancestors.add(value);
    this.depth++;
    this.nativeDepth++;
    write();
    this.nativeDepth--;
    this.depth--;
    this.ancestors.delete(value);
  }

  private array(value: readonly unknown[]): void {
    const { body, path } = this;
    const { length } = value;
    if (length > this.valuesLeft) {
      throw this.refuse('budget', `is an array of length ${length}, more than can cross at once`);
    }
    const wasInObjects = this.inObjects;
    this.inObjects = false;
    body.byte(TAG_ARRAY);
    body.leb(length);
    const holes: number[] = [];
    for (let i = 0; i < length; i++) {
      path.push(i);
      if (value[i] === undefined && !Object.hasOwn(value, i)) {
        const last = holes.length - 2;
        if (last >= 0 && (holes[last] as number) + (holes[last + 1] as number) === i)
          holes[last + 1] = (holes[last + 1] as number) + 1;
        else holes.push(i, 1);
        this.value(undefined);
      } else {
        this.value(value[i]);
      }
      path.pop();
    }
    this.inObjects = wasInObjects;
    if (holes.length > 0) this.patch('holes', holes);
  }

  private plainObject(value: Record<string, unknown>): void {
    const { path } = this;
    const keys = Object.keys(value);
    this.body.byte(TAG_OBJECT);
    this.body.leb(keys.length);
    for (const key of keys) {
      this.key(key);
      path.push(key);
      this.value(value[key]);
      path.pop();
    }
  }

  private map(value: Map<unknown, unknown>): void {
    const entries = ([...Map.prototype.entries.call(value)] as [unknown, unknown][]).flat(1);
    const isNative = entries.every(isNativeLeaf);
    this.body.byte(isNative ? TAG_MAP : TAG_ARRAY);
    this.body.leb(isNative ? entries.length / 2 : entries.length);
    this.members(entries);
    if (!isNative) this.patch('map', null);
  }

  private set(value: Set<unknown>): void {
    const members = [...Set.prototype.values.call(value)] as unknown[];
    const isNative = members.every(isNativeLeaf);
    this.body.byte(isNative ? TAG_SET : TAG_ARRAY);
    this.body.leb(members.length);
    this.members(members);
    if (!isNative) this.patch('set', null);
  }

  private error(value: Error): void {
    const { name, message } = value;
    const { code } = value as { code?: unknown };
    const parts: Record<string, unknown> = {
      name: typeof name === 'string' ? name : 'Error',
      message: typeof message === 'string' ? message : '',
    };
    if (typeof code === 'string') parts['code'] = code;
    if (Object.hasOwn(value, 'cause')) parts['cause'] = value.cause;
    const wasInObjects = this.inObjects;
    this.inObjects = false;
    this.plainObject(parts);
    this.inObjects = wasInObjects;
    this.patch('error', null);
  }

  /** Members of a collection, where no function may stand. */
  private members(list: readonly unknown[]): void {
    const wasInObjects = this.inObjects;
    this.inObjects = false;
    list.forEach((member, i) => {
      this.path.push(i);
      this.value(member);
      this.path.pop();
    });
    this.inObjects = wasInObjects;
  }

  private function(value: Function): void {
    const mayStand = this.inObjects && this.path.length <= MAX_FUNCTION_DEPTH;
    const id = mayStand ? this.functions?.(value, this.path.slice()) : undefined;
    if (id === undefined) throw this.refuse('unsupported', 'is a function, which cannot enter the sandbox here');
    this.patch('fn', id);
    this.body.byte(TAG_NULL);
  }

  private patchList(): void {
    const { body } = this;
    // The list grows while grafts are written: its length comes last, so it goes through a writer of its own.
    const tree = body.bytes.slice(0, body.length);
    body.length = 0;
    for (let i = 0; i < this.grafts.length; i++) this.graft(this.grafts[i] as Graft);
    this.writePatches();
    const list = body.bytes.slice(0, body.length);
    body.length = 0;
    body.raw(tree);
    body.byte(TAG_ARRAY);
    body.leb(this.grafts.length + this.patches.length);
    body.raw(list);
  }

  private graft({ path, value, depth, ancestors, inObjects }: Graft): void {
    this.patchHead(path, 'tree');
    this.path.length = 0;
    this.path.push(...path);
    this.ancestors = ancestors;
    this.depth = depth;
    this.nativeDepth = 0;
    this.inObjects = inObjects;
    this.object(value);
    this.path.length = 0;
  }
}

/** Values that need no patch anywhere inside, known without looking into them. */
function isNativeLeaf(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  return ArrayBuffer.isView(value) && value.byteLength < MIN_BYTES_BESIDE;
}
