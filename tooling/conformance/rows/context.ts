/** Files and secrets of a context, and values from input streams. */
import { NEEDS_SHARED_MEMORY, type Row, type RowOptions } from '../row.js';

const files = (name: string, code: string, result: unknown): Row => ({
  name,
  rules: ['workspace'],
  code,
  options: ({ createMemoryContext }) => ({
    context: createMemoryContext({ files: { 'in/a.txt': 'first', 'in/b.bin': Uint8Array.of(1, 2, 3) } }),
  }),
  expected: { result },
});

const secrets = (name: string, code: string, result: unknown, secretScope?: string[]): Row => ({
  name,
  rules: ['secrets'],
  code,
  options: ({ createMemoryContext }) => ({
    context: createMemoryContext({ secrets: { TOKEN: 'hush', OTHER: 'more', EMPTY: '' } }),
    ...(secretScope ? { limits: { secretScope } } : {}),
  }),
  expected: { result },
});

/** A source that gives these pairs in order, then ends. */
function source(pairs: readonly (readonly [string, unknown])[]): () => RowOptions {
  return () => {
    const left = [...pairs];
    return {
      onTakeInput: async (wanted) => {
        const at = left.findIndex(([handle]) => wanted === null || handle === wanted);
        if (at < 0) return { done: true };
        const [handle, value] = left.splice(at, 1)[0] as [string, unknown];
        return { done: false, handle, value };
      },
      onStreamOpen: (wanted) => left.some(([handle]) => handle === wanted),
    };
  };
}

const streams = (name: string, code: string, result: unknown): Row => ({
  name,
  rules: ['streams'],
  code,
  options: source([
    ['a', 1],
    ['b', { when: new Date(0) }],
    ['a', 2],
  ]),
  expected: { result },
});

export const contextRows: Row[] = [
  files(
    'reads files of its workspace',
    `return [await workspace.read('in/a.txt'), await workspace.readBytes('in/b.bin'), await workspace.list('in')]`,
    ['first', Uint8Array.of(1, 2, 3), ['a.txt', 'b.bin']],
  ),
  files(
    'writes, copies, moves and removes files',
    `await workspace.write('out/x.txt', 'ü'); await workspace.write('out/kept.txt', ''); await workspace.copy('out/x.txt', 'y.txt'); await workspace.move('y.txt', 'z/y.txt'); await workspace.remove('out/x.txt'); return [await workspace.list('out'), await workspace.read('z/y.txt'), (await workspace.stat('z/y.txt')).size, (await workspace.stat('y.txt')).exists]`,
    [['kept.txt'], 'ü', 2, false],
  ),
  files(
    'names the code of an error for a file that is not there',
    `try { await workspace.read('nope') } catch (e) { return e.code }`,
    'ENOENT',
  ),
  files(
    'does not leave its workspace',
    `const out = []; for (const path of ['../x', 'in/../../x', '', 'a\\0b']) { try { await workspace.read(path); out.push(path) } catch { out.push(true) } } return out`,
    [true, true, true, true],
  ),
  {
    name: 'says that there are no files without a context',
    rules: ['workspace'],
    code: `try { await workspace.read('a') } catch (e) { return e.message.includes('workspace.read is not available without a context') }`,
    expected: { result: true },
  },
  secrets('reads a secret', `return [await getSecret('TOKEN'), await getSecret('NONE')]`, ['hush', null]),
  secrets(
    'demands a secret that must be set',
    `const tried = await nodetool.secrets.tryGet('EMPTY'); try { await nodetool.secrets.get('EMPTY') } catch (e) { return [tried === undefined, e.message.includes('EMPTY')] }`,
    [true, true],
  ),
  secrets(
    'reads only secrets of its scope',
    `let refused; try { await getSecret('OTHER') } catch (e) { refused = e.message.includes('OTHER') && e.message.includes('TOKEN') } return [await getSecret('TOKEN'), refused, nodetool.secrets.list()]`,
    ['hush', true, ['TOKEN']],
    ['TOKEN'],
  ),
  streams(
    'iterates over the values of one input',
    `const out = []; for await (const value of stream('a')) out.push(value); return out`,
    [1, 2],
  ),
  streams(
    'takes values of all inputs as they come, with their types',
    `const out = []; for await (const [name, value] of stream.any()) out.push([name, value.when instanceof Date ? value.when.getTime() : value]); return out`,
    [
      ['a', 1],
      ['b', 0],
      ['a', 2],
    ],
  ),
  streams(
    'tells whether an input may still give values',
    `const before = stream.open('b'); await stream.first('b'); return [before, await stream.first('b') === undefined]`,
    [true, true],
  ),
  {
    ...streams('knows at once that an input was never there', `return stream.open('none')`, false),
    differs: NEEDS_SHARED_MEMORY,
  },
  {
    name: 'says that there are no inputs without a source',
    rules: ['streams'],
    code: `try { await stream.first('a') } catch (e) { return e.message.includes('streaming-input mode') }`,
    expected: { result: true },
  },
];
