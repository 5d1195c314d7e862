/**
 * Reads a text file piece by piece, with a cap, and refuses what is no text.
 * @module
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { NodeError } from '@nodetool-ai/protocol';
import { ioError } from './safe-path.node.js';

const PIECE_BYTES = 1024 * 1024;

/** Options of {@link readText}. */
export interface ReadTextOptions {
  /** The path as the workflow wrote it, for messages. */
  shown: unknown;
  /** A label of the Encoding Standard, such as `utf-8`, `utf-16le`, `windows-1252`. */
  encoding: string;
  maxBytes: number;
  signal: AbortSignal;
  /** Share read, 0 to 100. */
  onProgress?: (percent: number) => void;
}

/** Reads a file as text; a byte order mark is left out. */
export async function readText(path: string, options: ReadTextOptions): Promise<string> {
  const name = JSON.stringify(options.shown);
  const decoder = makeDecoder(options.encoding);
  const isWide = decoder.encoding.startsWith('utf-16');
  // Non-blocking: opening a named pipe must not wait for somebody to write into it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    throw ioError(error, 'read', options.shown);
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile()) {
      throw new NodeError('file_kind', `${name} is ${stat.isDirectory() ? 'a folder' : 'no regular file'}.`, {
        next: 'Name a file.',
      });
    }
    if (stat.size > options.maxBytes) throw tooLarge(name, options.maxBytes, stat.size);
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const texts: string[] = [];
    for (let total = 0; ; ) {
      options.signal.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, null);
      const bytes = piece.subarray(0, bytesRead);
      const zero = isWide ? -1 : bytes.indexOf(0);
      if (zero !== -1) throw notText(name, options.encoding, `there is a zero byte at offset ${total + zero}`);
      total += bytesRead;
      if (total > options.maxBytes) throw tooLarge(name, options.maxBytes);
      try {
        texts.push(decoder.decode(bytes, { stream: bytesRead > 0 }));
      } catch {
        throw notText(name, options.encoding, `the bytes before offset ${total} do not decode`);
      }
      if (bytesRead === 0) return texts.join('');
      if (stat.size > PIECE_BYTES) options.onProgress?.((total / stat.size) * 100);
    }
  } catch (error) {
    if (error instanceof NodeError || options.signal.aborted) throw error;
    throw ioError(error, 'read', options.shown);
  } finally {
    await file.close();
  }
}

function makeDecoder(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new NodeError('property', `"${encoding}" is no text encoding known here.`, {
      next: 'Use utf-8, utf-16le, windows-1252, iso-8859-15 or another label of the Encoding Standard.',
    });
  }
}

function tooLarge(name: string, maxBytes: number, bytes?: number): NodeError {
  const is = bytes === undefined ? 'larger than' : `${megabytes(bytes)}, more than`;
  return new NodeError('file_too_large', `${name} is ${is} the ${megabytes(maxBytes)} the node takes.`, {
    next: 'Split the file, or raise "max_mb" (at most 256).',
  });
}

function notText(name: string, encoding: string, why: string): NodeError {
  return new NodeError('file_binary', `${name} is not text in ${encoding}: ${why}.`, {
    next: 'Give a text file, or set "encoding" to the one it has, such as windows-1252 or utf-16le.',
  });
}

function megabytes(bytes: number): string {
  return `${Number((bytes / 1024 / 1024).toFixed(1))} MiB`;
}
