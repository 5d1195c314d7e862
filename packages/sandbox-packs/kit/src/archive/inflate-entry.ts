import { Inflate } from 'fflate';
import { libraryReason, PackFormatError, PackInputError, PackLimitError } from '../errors.js';
import { crc32 } from './crc32.js';
import { type ArchiveEntry, quoted } from './read-directory.js';

const STORED = 0;
const DEFLATED = 8;
/** One deflated byte gives at most 1032; what is pushed at once may pass a cap by that much and no more. */
const MAX_GROWTH = 1032;
const MIN_CHUNK_BYTES = 512;
const MAX_CHUNK_BYTES = 4096;

/**
 * The bytes of one entry, of which there must be as many, with the sum, that the directory states.
 *
 * `maxBytes` is what the archive has left of `maxTotalBytes`.
 *
 * @throws {PackFormatError} `<id>.encrypted`, `<id>.bad-format`
 * @throws {PackInputError} `<id>.unsupported` for other methods than stored and deflated
 * @throws {PackLimitError} `<id>.inflated-too-large`
 */
export function inflateEntry(
  where: string,
  archive: Uint8Array,
  entry: ArchiveEntry,
  maxBytes: number,
  maxTotalBytes: number,
): Uint8Array {
  const label = `entry ${quoted(entry.name)}`;
  if (entry.isEncrypted) {
    throw new PackFormatError(where, 'encrypted', `${label} is encrypted`, 'Pass an archive without a password');
  }
  const data = archive.subarray(entry.dataStart, entry.dataEnd);
  const sink = new EntrySink(where, label, entry.inflatedSize, maxBytes, maxTotalBytes);
  if (entry.method === STORED) sink.take(data);
  else if (entry.method === DEFLATED) inflateInto(where, label, data, sink);
  else {
    throw new PackInputError(
      where,
      'unsupported',
      `${label} is compressed with method ${entry.method}`,
      'Compress it with deflate, or store it',
    );
  }
  return sink.finish(entry.crc32);
}

function inflateInto(where: string, label: string, data: Uint8Array, sink: EntrySink): void {
  const stream = new Inflate((chunk) => sink.take(chunk));
  try {
    for (let at = 0; at < data.length; ) {
      const allowed = Math.floor(sink.room / MAX_GROWTH);
      const end = Math.min(data.length, at + Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, allowed)));
      stream.push(data.subarray(at, end), end === data.length);
      at = end;
    }
  } catch (error) {
    if (error instanceof PackFormatError || error instanceof PackLimitError) throw error;
    throw new PackFormatError(
      where,
      'bad-format',
      `${label} cannot be inflated: ${libraryReason(error)}`,
      'Pass a whole ZIP archive',
    );
  }
}

class EntrySink {
  readonly #bytes: Uint8Array;
  #length = 0;
  #crc = 0;

  constructor(
    readonly where: string,
    readonly label: string,
    readonly statedSize: number,
    readonly maxBytes: number,
    readonly maxTotalBytes: number,
  ) {
    // Over the cap nothing will be returned: the bytes are only counted.
    this.#bytes = new Uint8Array(statedSize <= maxBytes ? statedSize : 0);
  }

  /** How many more bytes it takes. */
  get room(): number {
    return Math.min(this.statedSize, this.maxBytes) - this.#length;
  }

  take(chunk: Uint8Array): void {
    const end = this.#length + chunk.length;
    if (end > this.statedSize) throw this.#mismatch('has more bytes than the directory states');
    if (end > this.maxBytes) {
      throw new PackLimitError(
        this.where,
        'inflated-too-large',
        `${this.label} takes the inflated bytes over the limit of ${this.maxTotalBytes}`,
        'Split the archive',
        'PACK_INFLATED_BYTES_MAX',
      );
    }
    if (this.#bytes.length > 0) this.#bytes.set(chunk, this.#length);
    this.#crc = crc32(chunk, this.#crc);
    this.#length = end;
  }

  finish(statedCrc: number): Uint8Array {
    if (this.#length !== this.statedSize) throw this.#mismatch('has fewer bytes than the directory states');
    if (this.#crc !== statedCrc) throw this.#mismatch('has another CRC-32 than the directory states');
    return this.#bytes;
  }

  #mismatch(what: string): PackFormatError {
    return new PackFormatError(this.where, 'bad-format', `${this.label} ${what}`, 'Pass a whole ZIP archive');
  }
}
