/**
 * Paths of a guest: as keys, and in a real directory with links that lead out of it.
 * @module
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import fc from 'fast-check';
import { createLocalFiles } from '../../../packages/sandbox-core/src/bridges/workspace/local-files.node.js';
import { DirectoryWorkspace } from '../../../packages/sandbox-core/src/context/directory-workspace.node.js';
import { WorkspacePathError, workspaceKey } from '../../../packages/sandbox-core/src/context/paths.js';
import { type FuzzTarget, mustEqual, subject } from '../target.js';

const SECRET = 'what no guest may read';

const part = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'file.txt',
      'sub',
      'workspace',
      '..',
      '.',
      '',
      'out',
      'out-file',
      'up',
      'loop',
      'in',
      'hop',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '...',
      '. ',
      ' ..',
      '..\\..',
      'a\\b',
      'C:',
      '~',
      '%2e%2e',
      '\u2025',
      '.．',
      '\n',
      '\0',
      'x'.repeat(255),
      'x'.repeat(256),
      '_'.repeat(3000),
      '\ud800',
      'é',
      'e\u0301',
      '$HOME',
      '*',
    ),
  },
);
const path = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', '/', './', '//', '/workspace', 'workspace/', '/workspace/', './/./', '../', '/../', '.'),
        fc.array(part, { maxLength: 7 }),
      )
      .map(([start, parts]) => start + parts.join('/')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.array(part, { minLength: 20, maxLength: 60 }).map((parts) => parts.join('/')) },
);
const operation = fc.constantFrom('read', 'stat', 'list', 'write', 'mkdir', 'delete', 'copy', 'move');

/** Files are made and removed by the cases, so that the tree is made anew now and then. */
const CASES_PER_TREE = 500;

/** The key is what Node makes of the path; nothing outside the root is read or changed, whatever links say. */
export const workspacePaths: FuzzTarget = {
  name: 'workspace-paths',
  open: () => {
    const box = realpathSync(mkdtempSync(join(tmpdir(), 'fuzz-paths-')));
    const root = join(box, 'root');
    const outside = join(box, 'outside');
    const workspace = new DirectoryWorkspace(root, createLocalFiles());
    let casesLeft = 0;
    const plant = (): void => {
      casesLeft = CASES_PER_TREE;
      rmSync(root, { recursive: true, force: true });
      rmSync(outside, { recursive: true, force: true });
      for (const folder of [join(root, 'sub', 'a'), join(root, 'a'), join(outside, 'sub')])
        mkdirSync(folder, { recursive: true });
      for (const file of [join(outside, 'file.txt'), join(outside, 'sub', 'a'), join(box, 'file.txt')])
        writeFileSync(file, SECRET);
      for (const file of [join(root, 'file.txt'), join(root, 'sub', 'file.txt')]) writeFileSync(file, 'inside');
      symlinkSync(outside, join(root, 'out'));
      symlinkSync('../outside/file.txt', join(root, 'out-file'));
      symlinkSync('..', join(root, 'up'));
      symlinkSync('loop', join(root, 'loop'));
      symlinkSync('sub', join(root, 'in'));
      symlinkSync('../../outside/sub', join(root, 'sub', 'hop'));
      symlinkSync('/', join(root, 'a', 'out'));
    };
    return subject({
      cases: fc.tuple(operation, path, path),
      async check([name, from, to]) {
        keyAsNodeSees(from);
        if (casesLeft-- <= 0) plant();
        const seen = await perform(workspace, name, from, to);
        mustEqual(
          stateOf(box),
          `file.txt outside/file.txt outside/sub outside/sub/a ${SECRET.repeat(3)}`,
          'outside of the root',
        );
        if (typeof seen !== 'string') mustBeClean(seen, [from, to], box);
        else if (seen.includes(SECRET)) throw new Error('read what is outside');
      },
      close: () => rmSync(box, { recursive: true, force: true }),
    });
  },
};

/** What a call answers, as text; or its error. */
async function perform(workspace: DirectoryWorkspace, name: string, from: string, to: string): Promise<string | Error> {
  try {
    switch (name) {
      case 'read':
        return String(Buffer.from((await workspace.read(from)) ?? []));
      case 'stat': {
        const facts = await workspace.stat(from);
        if (facts !== null && facts.size === SECRET.length) return SECRET;
        return JSON.stringify(facts);
      }
      case 'list':
        return (await workspace.list(from)).some(
          ({ path: key }) => key.startsWith('/') || key.split('/').includes('..'),
        )
          ? SECRET
          : '';
      case 'write':
        await workspace.write(from, 'written');
        return '';
      case 'copy':
      case 'move':
        await workspace[name](from, to);
        return '';
      case 'mkdir':
        await workspace.mkdir(from);
        return '';
      default:
        return String(await workspace.delete(from));
    }
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** An error for a guest: short, coded, and without a path of the host that the guest did not write itself. */
function mustBeClean(error: Error, given: readonly string[], box: string): void {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) throw error;
  if (error.message.length > 1000) throw new Error(`a message of ${error.message.length} characters`);
  if (error.message.includes(box) && !given.some((text) => text.includes(box))) throw error;
}

/** The part of the disk around the root. */
function stateOf(box: string): string {
  const files = readdirSync(join(box, 'outside'), { recursive: true, encoding: 'utf8' }).sort();
  const texts = ['file.txt', 'outside/file.txt', 'outside/sub/a'].map((file) => readFileSync(join(box, file), 'utf8'));
  const others = readdirSync(box).filter((entry) => entry !== 'outside' && entry !== 'root');
  return `${[...others, ...files.map((file) => `outside/${file}`)].join(' ')} ${texts.join('')}`;
}

/** The same by `path.posix`, with a root that cannot be climbed over unnoticed. */
function keyAsNodeSees(path: string): void {
  let got: string | undefined;
  try {
    got = workspaceKey(path);
  } catch (error) {
    if (!(error instanceof WorkspacePathError)) throw error;
  }
  // Taken off by the rule for the start of a path; the rest is Node's.
  let rest = path.replace(/^(\.?\/+)*/, '');
  if (rest.startsWith('workspace/')) rest = rest.slice('workspace/'.length);
  if (path === '/workspace') rest = '';
  const normal = posix.normalize(rest.replace(/^\/+/, ''));
  const isOut = path.includes('\0') || normal === '..' || normal.startsWith('../');
  const key = normal === '.' || normal === './' ? '' : normal.replace(/\/$/, '');
  mustEqual(got, isOut ? undefined : key, `key of ${JSON.stringify(path)}`);
}
