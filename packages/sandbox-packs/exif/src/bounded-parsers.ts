/**
 * The library's parsers with bounds: it believes the counts and lengths that a file states.
 * @module
 */
import { type Box, library } from './library.js';
import { EXIF_MAX_BOXES, EXIF_MAX_TAGS, EXIF_MAX_VALUE_BYTES } from './limits.js';

/** A cap of this pack was passed inside the library. */
export class BoundError extends Error {
  override readonly name = 'BoundError';
  constructor(readonly limit: 'EXIF_MAX_TAGS' | 'EXIF_MAX_VALUE_BYTES' | 'EXIF_MAX_BOXES') {
    super(`over ${limit}`);
  }
}

// Bytes of one value by TIFF type, 1 to 13.
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/** Bounds from now on in this realm. */
export function boundParsers(): void {
  const Tiff = library.segmentParsers.get('tiff');
  class BoundedTiff extends Tiff {
    #tags = 0;
    #bytes = 0;
    override parseTag(offset: number, tag: number, block: string): unknown {
      const count = this.chunk.getUint32(offset + 4);
      const bytes = (TYPE_BYTES[this.chunk.getUint16(offset + 2)] ?? 0) * count;
      this.#tags += 1;
      this.#bytes += bytes;
      if (this.#tags > EXIF_MAX_TAGS) throw new BoundError('EXIF_MAX_TAGS');
      // What does not fit into the file is a lie and no large value.
      if (bytes > 4 && this.chunk.getUint32(offset + 8) + bytes > this.chunk.byteLength)
        throw new RangeError(`value of tag ${tag} ends outside of the file`);
      if (this.#bytes > EXIF_MAX_VALUE_BYTES) throw new BoundError('EXIF_MAX_VALUE_BYTES');
      return super.parseTag(offset, tag, block);
    }
  }
  library.segmentParsers.set('tiff', BoundedTiff);

  for (const name of ['heic', 'avif'] as const) {
    const Heif = library.fileParsers.get(name);
    class BoundedHeif extends Heif {
      #boxes = 0;
      override parseBoxHead(offset: number): Box {
        const box = super.parseBoxHead(offset);
        this.#boxes += 1;
        if (this.#boxes > EXIF_MAX_BOXES) throw new BoundError('EXIF_MAX_BOXES');
        // ISO/IEC 14496-12, 4.2: 0 means up to the end of the file. The library would stay at the same place for ever.
        if (box.length === 0) box.length = this.file.byteLength - offset;
        if (!(box.length >= 8)) throw new RangeError(`a box of ${box.length} bytes`);
        return box;
      }
    }
    library.fileParsers.set(name, BoundedHeif);
  }
}
