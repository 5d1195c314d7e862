import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { functions } from '@nodetool-ai/sandbox-zip/host';
import { describe, expect, it } from 'vitest';
import { sample } from './samples.js';

const call = hostCaller('zip', functions);
const unzip = (path: string) => call('unzip', sample(path)) as Promise<Record<string, Uint8Array>>;
const sizes = async (path: string) =>
  Object.fromEntries(Object.entries(await unzip(path)).map(([name, bytes]) => [name, bytes.length]));

// Facts: what Info-ZIP's unzip lists for the same files.
describe('archives of other programs', () => {
  it.each([
    ['unzip2/testData/compressed-OSX-Finder/archive.zip', { 'dir/fileInsideDir.txt': 3, 'file.txt': 2712 }],
    ['unzip2/testData/compressed-flags-set/archive.zip', { 'dir/fileInsideDir.txt': 3, 'file.txt': 2712 }],
    ['unzip2/testData/compressed-standard/archive.zip', { 'dir/fileInsideDir.txt': 3, 'file.txt': 2712 }],
    ['unzip2/testData/uncompressed/archive.zip', { 'dir/fileInsideDir.txt': 3, 'file.txt': 14 }],
    [
      'unzip2/testData/uncompressed/lorem.zip',
      { 'lorem/1/lorem.txt': 90_274, 'lorem/2/lorem.txt': 90_274, 'lorem/lorem.txt': 90_274 },
    ],
    ['zip-local/tests/assets/hello.zip', { 'hello/says-hello': 5, 'hello/world/says-world': 5 }],
    ['epub-reader/test/files/mimetype.zip', { mimetype: 20, '__MACOSX/._mimetype': 273 }],
    ['mammoth/test/test-data/hello.zip', { hello: 12 }],
    ['mammoth/test/test-data/empty.zip', {}],
    [
      'pptx2json/fixtures/test.zip',
      { 'test.jpeg': 1_591_662, 'presentation.xml': 3814, '_rels/presentation.xml.rels': 2376 },
    ],
  ])('%s', async (path, files) => {
    expect(await sizes(path)).toEqual(files);
  });

  it('a document is an archive too', async () => {
    expect(await sizes('docx4js/__tests__/files/loader.zip')).toMatchObject({
      '[Content_Types].xml': 2003,
      'word/document.xml': 3239,
    });
  });

  it('an archive that tries to climb out gives its name as data', async () => {
    const files = await unzip('zip-local/tests/assets/zip-slip.zip');
    const [good, evil, ...more] = Object.keys(files);
    expect([good, more]).toEqual(['good.txt', []]);
    expect(evil).toMatch(/^(?:\.\.\/){10,}/);
    expect(Object.values(files).map((bytes) => bytes.length)).toEqual([19, 20]);
  });

  it('an entry whose name says file and whose size is nothing is an empty file', async () => {
    expect(Object.values(await sizes('zip-local/tests/assets/folders.zip'))).toEqual([0]);
  });
});
