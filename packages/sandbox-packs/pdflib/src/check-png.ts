/**
 * Whether the pixels of a PNG are as many as its header says, before a library unpacks them all at once.
 * @module
 */
import { PackFormatError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';

// Per pixel at most four channels of 16 bits, and a byte more per row; interlacing has seven sets of rows.
const MAX_PIXEL_BYTES = 8;

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
  const max = size.width * size.height * MAX_PIXEL_BYTES + 7 * (size.height + 8);
  const packed = new Blob(dataChunks(bytes).map((chunk) => chunk.slice()));
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let total = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      total += next.value.byteLength;
      if (total > max) break;
    }
  } catch {
    throw new PackFormatError(where, 'bad-format', `${label} has damaged pixels`, 'Check that all bytes arrived');
  }
  if (total <= max) return;
  await reader.cancel().catch(() => undefined);
  throw new PackLimitError(
    where,
    'too-large',
    `${label} unpacks to more pixels than its header says`,
    'Pass an honest image',
    'IMAGE_AREA_MAX_PIXELS',
  );
}

function dataChunks(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.byteLength; ) {
    const length = view.getUint32(at);
    // "IDAT"
    if (view.getUint32(at + 4) === 0x49444154) chunks.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}
