import { describe, expect, it } from 'vitest';
import { assetTypeOf, extensionFor, mimeOf } from './mime.js';

describe('media types', () => {
  // Source: IANA media types registry, and RFC 7763 for Markdown.
  it.each([
    ['a.png', 'image/png', 'image'],
    ['a.jpg', 'image/jpeg', 'image'],
    ['a.jpeg', 'image/jpeg', 'image'],
    ['a.webp', 'image/webp', 'image'],
    ['a.gif', 'image/gif', 'image'],
    ['a.svg', 'image/svg+xml', 'image'],
    ['a.avif', 'image/avif', 'image'],
    ['a.wav', 'audio/wav', 'audio'],
    ['a.mp3', 'audio/mpeg', 'audio'],
    ['a.ogg', 'audio/ogg', 'audio'],
    ['a.flac', 'audio/flac', 'audio'],
    ['a.m4a', 'audio/mp4', 'audio'],
    ['a.aac', 'audio/aac', 'audio'],
    ['a.mp4', 'video/mp4', 'video'],
    ['a.webm', 'video/webm', 'video'],
    ['a.mov', 'video/quicktime', 'video'],
    ['a.pdf', 'application/pdf', 'document'],
    ['a.json', 'application/json', 'text'],
    ['a.csv', 'text/csv', 'text'],
    ['a.txt', 'text/plain', 'text'],
    ['a.md', 'text/markdown', 'text'],
    ['a.html', 'text/html', 'text'],
    ['a.zip', 'application/zip', 'asset'],
    ['a.xyz', 'application/octet-stream', 'asset'],
  ])('gives %s the type %s and the kind %s', (path, mime, type) => {
    expect(mimeOf(path)).toBe(mime);
    expect(assetTypeOf(mime)).toBe(type);
  });

  it('reads the extension of the last part only, in any case', () => {
    expect(mimeOf('a.png/Photo.JPG')).toBe('image/jpeg');
    expect(mimeOf('a.png/readme')).toBe('application/octet-stream');
    expect(mimeOf('.json')).toBe('application/octet-stream');
    expect(mimeOf('constructor.constructor')).toBe('application/octet-stream');
  });

  it('ignores parameters of a media type and names an extension for each', () => {
    expect(assetTypeOf('Text/HTML; charset=utf-8')).toBe('text');
    expect(extensionFor('image/jpeg')).toBe('jpg');
    expect(extensionFor('application/json; charset=utf-8')).toBe('json');
    expect(extensionFor('application/x-unheard-of')).toBe('bin');
  });
});
