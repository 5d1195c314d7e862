import { describe, expect, it } from 'vitest';
import { sniffMime } from './sniff.js';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('sniffMime', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n....', undefined, 'image/png'],
    ['\xff\xd8\xff\xe0..JFIF', undefined, 'image/jpeg'],
    ['GIF89a..', undefined, 'image/gif'],
    ['RIFF....WEBPVP8 ', undefined, 'image/webp'],
    ['RIFF....WAVEfmt ', undefined, 'audio/wav'],
    ['RIFF....AVI LIST', undefined, 'video/x-msvideo'],
    ['\0\0\0\x1cftypavif', undefined, 'image/avif'],
    ['\0\0\0\x18ftypisom', undefined, 'video/mp4'],
    ['\0\0\0\x18ftypisom', 'audio', 'audio/mp4'],
    ['\0\0\0\x18ftypM4A ', undefined, 'audio/mp4'],
    ['\0\0\0\x14ftypqt  ', undefined, 'video/quicktime'],
    ['OggS\0\x02', undefined, 'audio/ogg'],
    ['OggS\0\x02', 'video', 'video/ogg'],
    ['fLaC\0\0', undefined, 'audio/flac'],
    ['ID3\x04\0', undefined, 'audio/mpeg'],
    ['\xff\xfb\x90\x64', undefined, 'audio/mpeg'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', undefined, 'video/webm'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'audio', 'audio/webm'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', undefined, 'video/x-matroska'],
    ['%PDF-1.7', undefined, 'application/pdf'],
  ])('knows %j as %j', (head, type, mime) => {
    expect(sniffMime(latin1(head), type)).toBe(mime);
  });

  it.each([
    '',
    'R',
    'RIFF',
    'RIFF....XXXX',
    'hello',
    '\xff\xfe<\0',
    '\xfe\xff\0<',
    '\xff\xff\xff\xff',
    'GIF',
    '\0\0\0\x1cfty',
  ])('says nothing about %j', (head) => {
    expect(sniffMime(latin1(head))).toBeUndefined();
  });
});
