/**
 * Bytes of the engine's binary writer to host values. The bytes are hostile: a guest may have scribbled over its own
 * memory. Nothing here trusts a count, and nothing runs guest code.
 * @module
 */
import { applyPatches, type DecodeHelp } from './apply-patches.js';
import { constantAtom } from './atoms.js';
import { ByteReader } from './byte-reader.js';
import { CodecError, malformed } from './codec-error.js';
import { Collections } from './collections.js';
import { DEFAULT_DECODE_BUDGET, type DecodeBudget, RepeatBudget, tooManyBytes } from './decode-budget.js';
import { defineOwn } from './define-own.js';
import {
  ATOM_CONSTANT,
  ATOM_STRING,
  FLOAT16_CLASS,
  FORMAT_VERSION,
  TAG_ARRAY,
  TAG_ARRAY_BUFFER,
  TAG_BIGINT,
  TAG_BOXED,
  TAG_DATE,
  TAG_FALSE,
  TAG_FLOAT64,
  TAG_INT32,
  TAG_MAP,
  TAG_NULL,
  TAG_OBJECT,
  TAG_REFERENCE,
  TAG_REGEXP,
  TAG_SET,
  TAG_STRING,
  TAG_SYMBOL,
  TAG_TRUE,
  TAG_TYPED_ARRAY,
  TAG_UNDEFINED,
  TYPED_ARRAY_ELEMENT_BYTES,
  TYPED_ARRAY_NAMES,
} from './format.js';
import { floatsFromHalves } from './half-floats.js';
import { splitPayload } from './payload.js';

export type { DecodeBudget } from './decode-budget.js';

/**
 * Decodes an envelope, or a payload of one and the bytes beside it, and applies its patches.
 *
 * Shared parts come out as copies. Symbol keys and private names are dropped. Boxed primitives become the primitive.
 * A `Float16Array` becomes a `Float32Array` where the host lacks the class.
 *
 * @throws CodecError `malformed` for bytes no writer of ours makes; `budget`, `depth`, `cycle`; `unsupported` for a
 *   symbol or a RegExp that travels as bytecode. Nothing else, whatever the bytes are
 */
export function decodeEnvelope(bytes: Uint8Array, budget: Partial<DecodeBudget> = {}, help: DecodeHelp = {}): unknown {
  return decodeNoting(bytes, budget, help).value;
}

/** As {@link decodeEnvelope}; `isNormal` says that the value is in output normal form already, which most are. */
export function decodeNoting(
  bytes: Uint8Array,
  budget: Partial<DecodeBudget> = {},
  help: DecodeHelp = {},
): { value: unknown; isNormal: boolean } {
  const payload = splitPayload(bytes);
  const decoder = new Decoder(payload.envelope, { ...DEFAULT_DECODE_BUDGET, ...budget });
  let envelope: unknown[];
  try {
    envelope = decoder.envelope();
  } catch (error) {
    // The caller may stand close to the end of its own stack.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
  if (envelope.length === 1) return { value: envelope[0], isNormal: decoder.isNormal };
  const value = applyPatches(envelope[0], envelope[1], decoder.valuesLeft, { ...help, parts: payload.parts });
  return { value, isNormal: false };
}

class Decoder extends ByteReader {
  valuesLeft: number;
  /** Nothing but null, booleans, finite numbers, strings, arrays and objects was read so far. */
  isNormal = true;
  private bytesLeft: number;
  private atoms: (string | null)[] = [];
  /** For each atom: a plain store defines an own property, because no prototype knows the name. */
  private isPlainName: boolean[] = [];
  /** Start of each object in writing order, so that a reference can read it again; negative while it is open. */
  private readonly starts: number[] = [];
  private nextObject = 0;
  /** Above 0 while reading what a symbol key holds: it is dropped, so it may be anything. */
  private dropping = 0;
  private levelsLeft: number;
  /** Above 0 while a shared part is read again. */
  private repeating = 0;
  /** These two are made for the first repeat and the first collection: most payloads have none. */
  private repeats: RepeatBudget | undefined;
  private collections: Collections | undefined;

  constructor(bytes: Uint8Array, budget: DecodeBudget) {
    if (bytes.length > budget.maxBytes) {
      throw new CodecError(
        'budget',
        `the value takes ${bytes.length} bytes; at most ${budget.maxBytes} can cross at once`,
      );
    }
    super(bytes);
    this.bytesLeft = budget.maxBytes - bytes.length;
    this.valuesLeft = budget.maxValues;
    // The list around the value is a level too; a list of patches takes four.
    this.levelsLeft = Math.max(budget.maxDepth + 1, 4);
  }

  envelope(): unknown[] {
    if (this.byte() !== FORMAT_VERSION) throw malformed('wrong version');
    this.atomTable();
    if (this.byte() !== TAG_ARRAY) throw malformed('no envelope');
    this.starts.push(-1);
    this.nextObject = 1;
    const length = this.leb();
    if (length !== 1 && length !== 2) throw malformed('no envelope');
    const envelope: unknown[] = [];
    this.levelsLeft--;
    for (let i = 0; i < length; i++) envelope.push(this.value());
    if (this.at !== this.end) throw malformed('bytes left over');
    return envelope;
  }

  private atomTable(): void {
    const count = this.count(1);
    for (let i = 0; i < count; i++) {
      const kind = this.byte();
      let name: string | null | undefined;
      if (kind === ATOM_CONSTANT) {
        name = constantAtom(this.uint32());
        if (name === undefined) throw malformed('unknown name constant');
      } else {
        const text = this.string();
        name = kind === ATOM_STRING ? text : null;
      }
      this.atoms.push(name);
      this.isPlainName.push(name !== null && !(name in Object.prototype));
    }
  }

  private value(): unknown {
    const start = this.at;
    const tag = this.byte();
    if (--this.valuesLeft < 0) throw new CodecError('budget', 'the value holds more parts than can cross at once');
    if (this.repeating > 0) this.repeats?.spendValue(tag);
    switch (tag) {
      case TAG_NULL:
        return null;
      case TAG_UNDEFINED:
        this.isNormal = false;
        return undefined;
      case TAG_FALSE:
        return false;
      case TAG_TRUE:
        return true;
      case TAG_INT32:
        return this.int32();
      case TAG_FLOAT64: {
        const number = this.float64();
        if (!Number.isFinite(number) || Object.is(number, -0)) this.isNormal = false;
        return number;
      }
      case TAG_STRING:
        return this.string();
      case TAG_BIGINT:
        this.isNormal = false;
        return this.bigint();
      case TAG_REFERENCE:
        return this.reference();
      case TAG_SYMBOL:
        if (this.dropping === 0) throw new CodecError('unsupported', 'the value holds a symbol');
        this.leb();
        return undefined;
      default:
        return this.object(tag, start);
    }
  }

  private object(tag: number, start: number): unknown {
    const index = this.nextObject++;
    // An open object is negative; reading a reference comes by here again with the same number and start.
    this.starts[index] = -1;
    const isContainer = tag === TAG_OBJECT || tag === TAG_ARRAY || tag === TAG_MAP || tag === TAG_SET;
    if (isContainer && --this.levelsLeft < 0) throw tooDeep();
    if (tag !== TAG_OBJECT && tag !== TAG_ARRAY) this.isNormal = false;
    let result: unknown;
    switch (tag) {
      case TAG_OBJECT:
        result = this.plainObject();
        break;
      case TAG_ARRAY:
        result = this.array();
        break;
      case TAG_MAP:
        result = this.map();
        break;
      case TAG_SET:
        result = this.set();
        break;
      case TAG_TYPED_ARRAY:
        result = this.typedArray();
        break;
      case TAG_ARRAY_BUFFER:
        result = this.arrayBuffer();
        break;
      case TAG_DATE: {
        const time = this.primitive();
        if (typeof time !== 'number') throw malformed('a date without a time');
        result = new Date(time);
        break;
      }
      case TAG_BOXED:
        result = this.primitive();
        break;
      case TAG_REGEXP:
        if (this.dropping === 0) throw new CodecError('unsupported', 'a RegExp travels as its source, not as bytecode');
        this.string();
        this.string();
        break;
      default:
        throw malformed(`unknown tag ${tag}`);
    }
    if (isContainer) this.levelsLeft++;
    this.starts[index] = start;
    return result;
  }

  /** What a date or a box holds; checked by its tag, because a chain of boxes would have no level to count. */
  private primitive(): unknown {
    const tag = this.bytes[this.at] ?? 0;
    if (tag > TAG_STRING && tag !== TAG_BIGINT) throw malformed('an object where a primitive belongs');
    return this.value();
  }

  private plainObject(): unknown {
    const count = this.count(2);
    const object: Record<string, unknown> = {};
    for (let i = 0; i < count; i++) {
      const ref = this.leb();
      if (ref & 1) {
        object[ref >>> 1] = this.value();
        continue;
      }
      const atom = (ref >>> 1) - 1;
      const name = this.atoms[atom];
      if (name === undefined) throw malformed('a key without a name');
      if (name === null) {
        this.dropping++;
        this.value();
        this.dropping--;
        continue;
      }
      if (this.isPlainName[atom] === true) object[name] = this.value();
      else defineOwn(object, name, this.value());
    }
    return object;
  }

  private array(): unknown[] {
    const length = this.count(1);
    const array: unknown[] = [];
    for (let i = 0; i < length; i++) array.push(this.value());
    return array;
  }

  private map(): Map<unknown, unknown> {
    const count = this.count(2);
    const members: unknown[] = [];
    for (let i = 0; i < 2 * count; i++) members.push(this.value());
    this.collections ??= new Collections();
    return this.collections.map(members);
  }

  private set(): Set<unknown> {
    const count = this.count(1);
    const members: unknown[] = [];
    for (let i = 0; i < count; i++) members.push(this.value());
    this.collections ??= new Collections();
    return this.collections.set(members);
  }

  private arrayBuffer(): ArrayBuffer {
    const { from, length } = this.bufferHead();
    return this.copyBytes(from, length);
  }

  /** Only the window that the view shows is copied, and copied once. */
  private typedArray(): unknown {
    const type = this.byte();
    const elementBytes = TYPED_ARRAY_ELEMENT_BYTES[type];
    if (elementBytes === undefined) throw malformed(`unknown array class ${type}`);
    const length = this.leb();
    const offset = this.leb();
    const buffer = this.bufferOfView();
    if (offset % elementBytes !== 0 || offset + length * elementBytes > buffer.length)
      throw malformed('a view outside its buffer');
    const window = this.copyBytes(buffer.from + offset, length * elementBytes);
    if (type === FLOAT16_CLASS) return floatsFromHalves(window);
    const Class = (globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>)[
      TYPED_ARRAY_NAMES[type] as string
    ];
    return new (Class as new (buffer: ArrayBuffer) => unknown)(window);
  }

  private bufferOfView(): { from: number; length: number } {
    const start = this.at;
    const tag = this.byte();
    if (tag === TAG_ARRAY_BUFFER) {
      this.starts[this.nextObject++] = start;
      return this.bufferHead();
    }
    if (tag !== TAG_REFERENCE) throw malformed('a view without a buffer');
    const target = this.starts[this.leb()] ?? -1;
    if (target < 0 || this.bytes[target] !== TAG_ARRAY_BUFFER) throw malformed('a view without a buffer');
    const resumeAt = this.at;
    this.at = target + 1;
    const head = this.bufferHead();
    this.at = resumeAt;
    return head;
  }

  private bufferHead(): { from: number; length: number } {
    const length = this.leb();
    this.leb(); // room to grow: the copy has none
    this.need(length);
    const from = this.at;
    this.at += length;
    return { from, length };
  }

  private copyBytes(from: number, length: number): ArrayBuffer {
    this.charge(length);
    return this.bytes.slice(from, from + length).buffer as ArrayBuffer;
  }

  /** Reads the object at an earlier place again: a shared part becomes a copy, and what it costs is counted. */
  private reference(): unknown {
    const index = this.leb();
    const start = this.starts[index];
    if (start === undefined) throw malformed('a reference to nothing');
    if (start < 0) throw new CodecError('cycle', 'the value contains a cycle');
    const resumeAt = this.at;
    const resumeObject = this.nextObject;
    this.at = start;
    this.nextObject = index;
    this.repeats ??= new RepeatBudget();
    this.repeating++;
    const copy = this.value();
    this.charge(this.at - start);
    this.repeating--;
    this.at = resumeAt;
    this.nextObject = resumeObject;
    return copy;
  }

  private charge(bytes: number): void {
    this.bytesLeft -= bytes;
    if (this.bytesLeft < 0) throw tooManyBytes();
    if (this.repeating > 0) this.repeats?.spendBytes(bytes);
  }
}

function tooDeep(): CodecError {
  return new CodecError('depth', 'the value nests too deeply');
}
