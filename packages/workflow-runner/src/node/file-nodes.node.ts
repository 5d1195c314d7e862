/**
 * Nodes that read and write files.
 * @module
 */
import { defineNode, type NodeDefinition, NodeError } from '@nodetool-ai/protocol';
import { readText } from './read-text.node.js';
import { readablePath, writablePath } from './safe-path.node.js';
import { writeAtomic } from './write-atomic.node.js';

const MIB = 1024 * 1024;
/** Largest file `nodetool.file.Read` takes unless told otherwise. MiB. */
export const DEFAULT_READ_MB = 100;
/** The most it can be told. MiB; a text of JavaScript holds little more. */
export const MAX_READ_MB = 256;

/**
 * `nodetool.file.Read`: `path`, `encoding` (default `utf-8`), `max_mb` (default 100, at most 256) → `output`, the text.
 *
 * `path` counts from the folder of the workflow and may not leave it, nor lead out of it through a link.
 * Fails with `file_path`, `file_missing`, `file_kind`, `file_too_large`, `file_binary`, `file_io`.
 */
export const readNode = defineNode({
  type: 'nodetool.file.Read',
  title: 'Read file',
  description: 'Reads a text file beside the workflow.',
  inputs: {
    path: { type: 'str', description: 'the file, relative to the folder of the workflow.', required: true },
    encoding: { type: 'str', description: 'Encoding of the text.', default: 'utf-8', setting: true },
    max_mb: { type: 'float', description: 'Largest file taken, in MiB.', default: DEFAULT_READ_MB, setting: true },
  },
  outputs: { output: { type: 'str', description: 'The text.' } },
  check({ properties }) {
    const size = properties.get('max_mb');
    if (typeof size !== 'number' || (size > 0 && size <= MAX_READ_MB)) return [];
    const message = `"max_mb" must be more than 0 and at most ${MAX_READ_MB}, not ${size}.`;
    return [{ severity: 'error', code: 'property', property: 'max_mb', message, next: 'Correct properties.max_mb.' }];
  },
  async run({ inputs, environment, signal, progress }) {
    const path = await readablePath(inputs['path'], environment.workflowDir, environment.readDirs ?? []);
    const text = await readText(path, {
      shown: inputs['path'],
      encoding: String(inputs['encoding']),
      maxBytes: Number(inputs['max_mb']) * MIB,
      signal,
      onProgress: (percent) => progress(percent),
    });
    return new Map([['output', text]]);
  },
});

const WRITTEN = 'nodetool.file.Write:paths';

/**
 * `nodetool.file.Write`: `path`, `content` → `output`, the path written, relative to the run's output folder.
 *
 * Text is written as UTF-8, bytes as they are, anything else as JSON. A file appears whole or not at all; an old one is
 * replaced. One run writes a path once. Fails with `file_path`, `file_kind`, `file_written_twice`, `no_output_folder`,
 * `file_io`.
 */
export const writeNode = defineNode({
  type: 'nodetool.file.Write',
  title: 'Write file',
  description: 'Writes a file into the output folder.',
  inputs: {
    path: { type: 'str', description: 'the file, relative to the output folder.', required: true },
    content: { type: 'any', description: 'what to write.', required: true },
  },
  outputs: { output: { type: 'str', description: 'The path written.' } },
  async run({ inputs, environment, signal, saved, node }) {
    const place = await writablePath(inputs['path'], environment.outDir);
    const written = (environment.shared.get(WRITTEN) as Map<string, string> | undefined) ?? new Map<string, string>();
    environment.shared.set(WRITTEN, written);
    // Some disks hold "A.csv" and "a.csv" as one file.
    const key = place.shown.normalize('NFC').toLowerCase();
    const by = written.get(key);
    if (by !== undefined) {
      const who = by === node.id ? 'this node' : `the node "${by}"`;
      throw new NodeError('file_written_twice', `"${place.shown}" was written by ${who} in this run already.`, {
        next: 'Give every value a path of its own.',
      });
    }
    written.set(key, node.id);
    const bytes = await writeAtomic(place, fileContent(inputs['content']), signal);
    saved(place.shown, bytes);
    return new Map([['output', place.shown]]);
  },
});

function fileContent(content: unknown): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Read and Write. */
export const fileNodes: readonly NodeDefinition[] = [readNode, writeNode];
