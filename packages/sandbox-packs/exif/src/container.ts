/** Files that hold metadata, told apart by their first bytes. */
export type Container = 'jpeg' | 'png' | 'tiff' | 'heif';

const STARTS: readonly [Container, number, readonly number[]][] = [
  ['jpeg', 0, [0xff, 0xd8]],
  ['png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['tiff', 0, [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', 0, [0x4d, 0x4d, 0x00, 0x2a]],
  ['heif', 4, [0x66, 0x74, 0x79, 0x70]],
];

/** The container of a file, or `undefined`. An ISO file of another brand than HEIC and AVIF is told by the library. */
export function containerOf(bytes: Uint8Array): Container | undefined {
  return STARTS.find(([, at, start]) => start.every((byte, index) => bytes[at + index] === byte))?.[0];
}
