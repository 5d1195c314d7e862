/**
 * The envelope around an encoded value: names, patches, and the large byte arrays beside it.
 * @module
 */
import { MIN_BYTES_BESIDE } from '../guest-limits.js';
import { borrowWriter, giveBack, joined } from './byte-writer.js';
import { CodecError, type CodecErrorCode, pathText, type ValuePath } from './codec-error.js';
import { ATOM_STRING, FORMAT_VERSION, TAG_ARRAY, TAG_FLOAT64, TAG_INT32, TAG_NULL, TAG_STRING } from './format.js';
import { FIRST_PART, joinPayload } from './payload.js';
import { writeBuffer } from './write-leaves.js';

/** Says of the part at `path` what the format cannot. */
interface Patch {
  path: ValuePath;
  kind: 'fn' | 'regexp' | 'error' | 'map' | 'set' | 'holes' | 'bytes';
  data: (string | number)[] | number | null;
}

/** Writes everything but the value itself, which whoever extends this walks. */
export class EnvelopeWriter {
  protected readonly body = borrowWriter();
  private readonly atoms = new Map<string, number>();
  /** Where the walk is. */
  protected readonly path: (string | number)[] = [];
  protected readonly patches: Patch[] = [];
  /** Large byte arrays, which ride beside the tree. */
  private readonly parts: Uint8Array[] = [];

  constructor(
    protected readonly what: string,
    protected valuesLeft: number,
  ) {}

  /** Begins the envelope; returns where its length stands. */
  protected open(): number {
    this.body.byte(TAG_ARRAY);
    this.body.byte(1);
    return this.body.length - 1;
  }

  /** The whole, once the tree and its patches are written. */
  protected close(lengthAt: number, hasPatches: boolean): Uint8Array {
    if (hasPatches) this.body.bytes[lengthAt] = FIRST_PART;
    if (this.parts.length === 0) return this.withAtoms();
    this.resize(lengthAt, FIRST_PART + this.parts.length);
    return joinPayload(this.withAtoms(), this.parts);
  }

  /** The envelope's length is known last, and may take more than the one byte that was kept for it. */
  private resize(lengthAt: number, length: number): void {
    const { body } = this;
    const rest = body.bytes.slice(lengthAt + 1, body.length);
    body.length = lengthAt;
    body.leb(length);
    body.raw(rest);
    for (let i = FIRST_PART; i < length; i++) body.byte(TAG_NULL);
  }

  private withAtoms(): Uint8Array {
    const head = borrowWriter();
    head.byte(FORMAT_VERSION);
    head.leb(this.atoms.size);
    for (const name of this.atoms.keys()) {
      head.byte(ATOM_STRING);
      head.string(name);
    }
    const whole = joined(head, this.body);
    giveBack(head);
    giveBack(this.body);
    return whole;
  }

  protected key(key: string): void {
    const first = key.charCodeAt(0);
    // The engine keeps small array indexes as numbers, not as names.
    if (first >= 48 && first <= 57 && key.length <= 10) {
      const index = Number(key);
      if (index < 0x8000_0000 && String(index) === key) {
        this.body.leb(index * 2 + 1);
        return;
      }
    }
    let atom = this.atoms.get(key);
    if (atom === undefined) {
      atom = this.atoms.size;
      this.atoms.set(key, atom);
    }
    this.body.leb((atom + 1) * 2);
  }

  /** Counts one value. */
  protected spend(): void {
    if (--this.valuesLeft < 0) throw new CodecError('budget', `${this.what} holds more values than can cross at once`);
  }

  protected number(value: number): void {
    if ((value | 0) === value && !Object.is(value, -0)) this.body.int32(TAG_INT32, value);
    else this.body.float64(TAG_FLOAT64, value);
  }

  protected text(value: string): void {
    this.body.byte(TAG_STRING);
    this.body.string(value);
  }

  /** A buffer of exactly the bytes in the window, in the tree or beside it. */
  protected buffer(buffer: ArrayBufferLike, byteOffset: number, byteLength: number): void {
    if (byteLength < MIN_BYTES_BESIDE) writeBuffer(this.body, buffer, byteOffset, byteLength);
    else this.part(buffer, byteOffset, byteLength, 'ArrayBuffer');
  }

  /** Puts bytes beside the tree; they come out as an instance of the class `name`. */
  protected part(buffer: ArrayBufferLike, byteOffset: number, byteLength: number, name: string): void {
    this.patch('bytes', [this.parts.length, name]);
    this.parts.push(new Uint8Array(buffer, byteOffset, byteLength));
    this.body.byte(TAG_NULL);
  }

  /** Notes a patch of the part at hand. */
  protected patch(kind: Patch['kind'], data: Patch['data']): void {
    this.patches.push({ path: this.path.slice(), kind, data });
  }

  /** Writes what was noted: deepest first, so that a part is finished before the whole around it is converted. */
  protected writePatches(): void {
    this.patches.sort((a, b) => b.path.length - a.path.length);
    for (const { path, kind, data } of this.patches) {
      this.patchHead(path, kind);
      if (Array.isArray(data)) this.list(data);
      else this.plain(data);
    }
  }

  /** A patch without its data, which must follow. */
  protected patchHead(path: ValuePath, kind: Patch['kind'] | 'tree'): void {
    this.body.byte(TAG_ARRAY);
    this.body.leb(3);
    this.list(path);
    this.plain(kind);
  }

  private list(items: readonly (string | number)[]): void {
    this.body.byte(TAG_ARRAY);
    this.body.leb(items.length);
    for (const item of items) this.plain(item);
  }

  private plain(value: string | number | null): void {
    this.spend();
    if (value === null) this.body.byte(TAG_NULL);
    else if (typeof value === 'number') this.number(value);
    else this.text(value);
  }

  /** The error for the part at hand. */
  protected refuse(code: CodecErrorCode, text: string): CodecError {
    return new CodecError(code, `${pathText(this.path, this.what)} ${text}`, this.path.slice());
  }
}
