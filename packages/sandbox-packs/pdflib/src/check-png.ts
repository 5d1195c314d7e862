/**
 * Whether the pixels of a PNG are as many as its header says, before a library unpacks them all at once.
 * @module
 */
import { PackFormatError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';

/** Values per pixel by colour type (PNG, third edition, 11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const IDAT = 0x49444154;
const IEND = 0x49454e44;
/** Interlacing has up to seven sets of rows, each with a byte of its own. */
const MAX_ROW_SETS = 7;

/**
 * Unpacks the pixels piece by piece and counts.
 * @throws {PackLimitError} `<id>.too-large` for a bomb
 * @throws {PackFormatError} `<id>.bad-format` for damaged pixels
 */
export async function checkPng(
  where: string,
  label: string,
  bytes: Uint8Array,
  size: { width: number; height: number },
): Promise<void> {
  const bits = (CHANNELS[bytes[25] ?? -1] ?? 0) * (bytes[24] ?? 0);
  const least = Math.ceil((size.width * size.height * bits) / 8);
  const most = least + MAX_ROW_SETS * 2 * (size.height + 8);
  const chunks = dataChunks(bytes);
  if (!chunks) throw damaged(where, label);
  const packed = new Blob(chunks.map((chunk) => chunk.slice()));
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let total = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      total += next.value.byteLength;
      if (total > most) break;
    }
  } catch {
    throw damaged(where, label);
  }
  if (total > most) {
    await reader.cancel().catch(() => undefined);
    throw new PackLimitError(
      where,
      'too-large',
      `${label} unpacks to more pixels than its header says`,
      'Pass an honest image',
      'IMAGE_AREA_MAX_PIXELS',
    );
  }
  // The library would make room for all that the header says.
  if (total < least || least === 0) throw damaged(where, label);
}

function damaged(where: string, label: string): PackFormatError {
  return new PackFormatError(where, 'bad-format', `${label} has damaged pixels`, 'Check that all bytes arrived');
}

/** Packed pixels, or `undefined` when the chunks do not lead to the end: the library would read past it for long. */
function dataChunks(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.byteLength; ) {
    const length = view.getUint32(at);
    const name = view.getUint32(at + 4);
    if (name === IEND) return chunks;
    if (at + 12 + length > bytes.byteLength) return undefined;
    if (name === IDAT) chunks.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return undefined;
}
