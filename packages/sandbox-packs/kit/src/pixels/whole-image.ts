/**
 * Whether all bytes of an image are there. Decoders paint what they have of a cut file and say nothing.
 * @module
 */
import type { ImageFormat } from '../image-header.js';

/** Walks the parts of an image up to its end marker. The header was read before; pixels are not looked at. */
export function isWholeImage(format: ImageFormat, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return CHECKS[format](view);
}

const CHECKS: Record<ImageFormat, (view: DataView) => boolean> = {
  png: hasPngEnd,
  jpeg: hasJpegEnd,
  gif: hasGifFrame,
  webp: (view) => view.getUint32(4, true) + 8 <= view.byteLength,
  bmp: hasBmpRows,
};

function hasPngEnd(view: DataView): boolean {
  let at = 8;
  while (at + 12 <= view.byteLength) {
    if (view.getUint32(at + 4) === 0x49454e44) return true; // IEND
    at += 12 + view.getUint32(at);
  }
  return false;
}

// Some cameras write more data after the end of the image.
function hasJpegEnd(view: DataView): boolean {
  for (let at = view.byteLength - 2; at > 2; at -= 1) {
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xd9) return true;
  }
  return false;
}

/** The first frame is all that is decoded. It must lie on the screen whose size was checked. */
function hasGifFrame(view: DataView): boolean {
  const flags = view.getUint8(10);
  let at = 13 + colorTableBytes(flags);
  while (at + 10 < view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === 0x21) {
      at = afterBlocks(view, at + 2);
    } else if (kind === 0x2c) {
      const right = view.getUint16(at + 1, true) + view.getUint16(at + 5, true);
      const bottom = view.getUint16(at + 3, true) + view.getUint16(at + 7, true);
      if (right > view.getUint16(6, true) || bottom > view.getUint16(8, true)) return false;
      return afterBlocks(view, at + 11 + colorTableBytes(view.getUint8(at + 9))) <= view.byteLength;
    } else {
      return false;
    }
  }
  return false;
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Where the next part begins; past the end when the file is cut. */
function afterBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
  return view.byteLength + 1;
}

function hasBmpRows(view: DataView): boolean {
  const isCore = view.getUint32(14, true) === 12;
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  const height = isCore ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true));
  const bits = view.getUint16(isCore ? 24 : 28, true);
  const isPacked = !isCore && view.byteLength >= 34 && ![0, 3, 6].includes(view.getUint32(30, true));
  const rowBytes = Math.floor((width * bits + 31) / 32) * 4;
  return isPacked || view.getUint32(10, true) + rowBytes * height <= view.byteLength;
}
