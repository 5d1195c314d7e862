/**
 * Judges what the engine's own writer made of `[value]`, by its tags alone: no value is built.
 * @module
 */

import { MAX_VALUE_DEPTH } from '../guest-limits.js';
import { constantAtom } from './atoms.js';
import {
  ATOM_CONSTANT,
  ATOM_STRING,
  TAG_ARRAY,
  TAG_ARRAY_BUFFER,
  TAG_BIGINT,
  TAG_BOXED,
  TAG_DATE,
  TAG_FLOAT64,
  TAG_INT32,
  TAG_MAP,
  TAG_OBJECT,
  TAG_REFERENCE,
  TAG_SET,
  TAG_STRING,
  TAG_TRUE,
  TAG_TYPED_ARRAY,
  TAG_UNDEFINED,
  TYPED_ARRAY_ELEMENT_BYTES,
} from './format.js';
import { readLatin1, readUtf16 } from './strings.js';

/**
 * - `pack`: the guest's `pack` must be used. The bytes lose something (a hole reads as `undefined`, a RegExp is
 *   bytecode, a view drags its whole buffer along) or hold what `pack` refuses by name (a symbol, a cycle, too deep
 *   nesting).
 * - `raw`: `decodeEnvelope` gives the right value.
 * - `look`: as `raw`, if the guest's `looksRaw(value, mode, keys, inArrays)` finds no `toJSON`. `keys` are the object
 *   keys that hold objects, `null` when there are too many to be of use; `inArrays` is set when arrays hold objects.
 */
export type RawVerdict =
  | { verdict: 'pack' }
  | { verdict: 'raw' }
  | { verdict: 'look'; keys: string[] | null; inArrays: boolean };

const MAX_KEYS = 64;

const PACK: RawVerdict = { verdict: 'pack' };

/**
 * Scans bytes that the engine's writer made of `[value]` in this moment; about 1 ms for 5 000 rows of 8 fields.
 * They may still be damaged, when the guest has scribbled over its memory; then the verdict does not matter, because
 * `decodeEnvelope` trusts nothing.
 *
 * @param mode - 0 full fidelity, 1 result, 2 emitted value or output
 */
export function scanRaw(bytes: Uint8Array, mode: 0 | 1 | 2): RawVerdict {
  return new Scan(bytes, mode).run();
}

class Scan {
  private at = 1;
  private readonly atomStarts: number[] = [];
  /** Atoms that are keys of objects; `null` past {@link MAX_KEYS} or when a key is a number. */
  private keyAtoms: Set<number> | null = new Set();
  private inArrays = false;
  private hasObject = false;
  /** Open containers: parts still to come, tag, and number in writing order. */
  private readonly left: number[] = [];
  private readonly tags: number[] = [];
  private readonly numbers: number[] = [];
  private nextNumber = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly mode: 0 | 1 | 2,
  ) {}

  run(): RawVerdict {
    this.skipAtoms();
    if (!this.part(-1)) return PACK;
    while (this.left.length > 0) {
      const top = this.left.length - 1;
      if (this.left[top] === 0) {
        this.left.pop();
        this.tags.pop();
        this.numbers.pop();
        continue;
      }
      if (this.at >= this.bytes.length) return PACK;
      this.left[top] = (this.left[top] as number) - 1;
      if (!this.part(this.tags[top] as number)) return PACK;
    }
    if (this.mode === 0 || !this.hasObject) return { verdict: 'raw' };
    return { verdict: 'look', keys: this.keyNames(), inArrays: this.inArrays };
  }

  private skipAtoms(): void {
    const count = this.leb();
    for (let i = 0; i < count && this.at < this.bytes.length; i++) {
      this.atomStarts.push(this.at);
      if (this.bytes[this.at++] === ATOM_CONSTANT) this.at += 4;
      else this.skipString();
    }
  }

  /** Reads one part of a container with tag `within`; false when `pack` is needed. */
  private part(within: number): boolean {
    const key = within === TAG_OBJECT ? this.leb() : 0;
    const tag = this.bytes[this.at++] as number;
    if (tag <= TAG_TRUE) return !(tag === TAG_UNDEFINED && within === TAG_ARRAY && this.mode === 0);
    switch (tag) {
      case TAG_INT32:
        this.leb();
        return true;
      case TAG_FLOAT64:
        this.at += 8;
        return true;
      case TAG_STRING:
        this.skipString();
        return true;
      case TAG_BIGINT: {
        // Not `+=` with the call on its right: the place is read before the call moves it.
        const length = this.leb();
        this.at += length;
        return true;
      }
      case TAG_REFERENCE:
        // Back to something still open: a cycle. Else a shared part, which has been judged.
        return !this.numbers.includes(this.leb());
      default:
        break;
    }
    // The outermost list is ours: what it holds is the value, which is looked at in any case.
    if (within === TAG_OBJECT) this.noteKey(key);
    else if (this.left.length > 1) this.inArrays = true;
    this.hasObject ||= this.left.length > 0;
    const number = this.nextNumber++;
    switch (tag) {
      case TAG_OBJECT:
      case TAG_ARRAY:
        return this.open(tag, this.leb(), number);
      case TAG_MAP:
      case TAG_SET:
        // In normal form the members may have a `toJSON`, and no key leads to them.
        return this.mode === 0 && this.open(tag, this.leb() * (tag === TAG_MAP ? 2 : 1), number);
      case TAG_DATE:
        return this.part(tag);
      case TAG_BOXED:
        return this.mode === 0 && this.part(tag);
      case TAG_ARRAY_BUFFER:
        this.skipBuffer();
        return true;
      case TAG_TYPED_ARRAY:
        return this.view();
      default:
        return false;
    }
  }

  private open(tag: number, parts: number, number: number): boolean {
    this.left.push(parts);
    this.tags.push(tag);
    this.numbers.push(number);
    return this.left.length <= MAX_VALUE_DEPTH + 1;
  }

  private view(): boolean {
    const elementBytes = TYPED_ARRAY_ELEMENT_BYTES[this.bytes[this.at++] as number] ?? 1;
    const length = this.leb();
    const offset = this.leb();
    const tag = this.bytes[this.at++];
    if (tag === TAG_REFERENCE) {
      this.leb();
      return true;
    }
    this.nextNumber++;
    return tag === TAG_ARRAY_BUFFER && this.skipBuffer() === length * elementBytes && offset === 0;
  }

  private skipBuffer(): number {
    const length = this.leb();
    this.leb();
    this.at += length;
    return length;
  }

  private skipString(): void {
    const word = this.leb();
    this.at += (word >>> 1) * (1 + (word & 1));
  }

  private noteKey(ref: number): void {
    if (this.keyAtoms === null) return;
    if (ref & 1) this.keyAtoms = null;
    else if (this.keyAtoms.add((ref >>> 1) - 1).size > MAX_KEYS) this.keyAtoms = null;
  }

  private keyNames(): string[] | null {
    if (this.keyAtoms === null) return null;
    const names: string[] = [];
    for (const atom of this.keyAtoms) {
      const start = this.atomStarts[atom];
      if (start === undefined) return null;
      const name = this.atomName(start);
      // Under a symbol key: dropped, so nothing to look at.
      if (name !== undefined) names.push(name);
    }
    return names;
  }

  private atomName(start: number): string | undefined {
    const kind = this.bytes[start];
    this.at = start + 1;
    if (kind === ATOM_CONSTANT) {
      const index = (this.bytes[this.at] ?? 0) | ((this.bytes[this.at + 1] ?? 0) << 8);
      return constantAtom(index) ?? undefined;
    }
    const word = this.leb();
    if (kind !== ATOM_STRING) return undefined;
    return word & 1 ? readUtf16(this.bytes, this.at, word >>> 1) : readLatin1(this.bytes, this.at, word >>> 1);
  }

  private leb(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0;
      value += shift < 28 ? (byte & 127) << shift : (byte & 15) * 0x1000_0000;
      if (byte < 128) break;
    }
    return value;
  }
}
