/**
 * `nodetool packs new <name>`: writes a pack that passes `packs check`.
 * @module
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSandboxSpecifier } from '@nodetool-ai/protocol';
import { EXIT, usageError } from '../errors/problem.js';
import { type CliIo, print } from '../io.js';

const templates = fileURLToPath(new URL('../../templates', import.meta.url));
/** Files that are copied as they are. */
const BINARY = /\.wasm$/;

/** Writes the files of a new pack into a folder named after it. */
export async function packsNewCommand(name: string, { kind }: { kind: string }, io: CliIo): Promise<number> {
  if (kind === 'host') {
    throw usageError(
      'A pack cannot bring code that runs on the host.',
      'Host modules are pinned to packs of this project, so that whoever can publish a package cannot reach the host. Use --kind guest, bundled or wasm.',
    );
  }
  const kinds = readdirSync(templates).sort();
  if (!kinds.includes(kind)) throw usageError(`There is no kind "${kind}".`, `Use --kind ${kinds.join(', ')}.`);
  const isPackageName = isSandboxSpecifier(name) && name.split('/').length === (name.startsWith('@') ? 2 : 1);
  if (!isPackageName || name.length > 214) {
    throw usageError(
      `"${name}" is not the name of a package.`,
      'Use lower-case letters, digits and dashes, such as my-pack or @me/my-pack.',
    );
  }
  const folder = name.slice(name.lastIndexOf('/') + 1);
  const target = join(io.cwd, folder);
  try {
    mkdirSync(target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'is there already' : `cannot be made (${code})`;
    throw usageError(`The folder "${folder}" ${why}.`, 'Choose another name, or remove it first.');
  }
  const files = writeFiles(join(templates, kind), target, { name, folder });
  print(io, `${files.length} files written:`);
  for (const file of files) print(io, `  ${folder}/${file}`);
  print(io, `Check it with: nodetool packs check ${folder}`);
  return EXIT.ok;
}

/** Copies a template; `{{name}}` and `{{folder}}` are filled in. Answers with the files, sorted. */
function writeFiles(from: string, to: string, values: Readonly<Record<string, string>>, below = ''): string[] {
  return readdirSync(join(from, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        mkdirSync(join(to, path));
        return writeFiles(from, to, values, path);
      }
      const bytes = readFileSync(join(from, path));
      const text = () => bytes.toString('utf8').replace(/\{\{(\w+)\}\}/g, (all, key: string) => values[key] ?? all);
      writeFileSync(join(to, path), BINARY.test(path) ? bytes : text());
      return [path];
    });
}
