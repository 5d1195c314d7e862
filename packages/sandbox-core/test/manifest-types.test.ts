import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LATER_GUEST_NAMES } from '../src/index.node.js';
import { BRIDGE_SURFACES, HELPER_SURFACES, NATIVE_SURFACES } from '../src/manifest/surface/index.js';
import { programsOf } from './readme-programs.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Bodies that use what exists, as it is meant. */
const GOOD = [
  'return [1, 2, 3].map((n) => n * 2);',
  'const rows = JSON.parse(\'[{"a": 1}]\'); await emit("rows", rows); progress(50, "half");',
  'const filled = crypto.getRandomValues(new Uint32Array(4)); return filled[0];',
  'const lengths = await parallelMap(["a", "bb"], (text) => text.length); return lengths[0] + 1;',
  'for (const [name, value] of new URLSearchParams("a=1")) console.log(name, value.length);',
  'const names = nodetool.secrets.list(); return names === null ? 0 : names.length;',
  'queueMicrotask(() => console.log("later")); try { JSON.parse(""); } catch (error) { return error instanceof InternalError; }',
];

/** Bodies that an editor has to mark, each with the name that the mark is about. */
const BAD: [body: string, about: string][] = [
  ['setTimeout(() => {}, 10);', 'setTimeout'],
  ['return process.env;', 'process'],
  ['return document.title;', 'document'],
  ['const fs = require("node:fs"); return fs;', 'node:fs|require'],
  ['return Buffer.from("a");', 'Buffer'],
  ['return window;', 'window'],
  ['return atob("aGk=");', 'atob'],
  ['return structuredClone({});', 'structuredClone'],
  ['return new AbortController();', 'AbortController'],
  ['await emit(1, 2);', 'number'],
  ['return crypto.subtle;', 'subtle'],
  ['return toHex(await sleep(1));', 'undefined'],
  ['return fromBase64("aGk=").toUpperCase();', 'toUpperCase'],
  ['return console.table([]);', 'table'],
];

/** Bodies about names that this version may not have yet. */
const INSTALLED_GOOD: [name: string, body: string][] = [
  [
    'fetch',
    'const answer = await fetch("https://example.com/", { method: "POST", body: { a: 1 } }); return answer.json.items;',
  ],
  [
    'workspace',
    'const { size } = await workspace.stat("a.txt"); return (await workspace.readBytes("a.txt")).length === size;',
  ],
  [
    'stream',
    'for await (const [handle, value] of stream.any()) await emit(handle.trim(), value.x); return stream.open("a");',
  ],
  ['media', 'const ref = await media.toImage(new Uint8Array(1), { filename: "a.png" }); return ref.uri.length;'],
  ['sandboxToAsset', 'const asset = await sandboxToAsset("a.png"); return asset.asset_id;'],
];
const INSTALLED_BAD: [name: string, body: string, about: string][] = [
  ['fetch', 'await fetch(1);', 'number'],
  ['fetch', 'await fetch("https://example.com/", { redirect: "sometimes" });', 'sometimes'],
  ['workspace', 'await workspace.delete("a.txt");', 'delete'],
  ['stream', 'return stream.last("a");', 'last'],
];
const isInstalled = ([name]: [string, ...unknown[]]) => !LATER_GUEST_NAMES.includes(name);

let marks: Map<string, string[]>;
let folder: string;
const examples = [BRIDGE_SURFACES, HELPER_SURFACES, NATIVE_SURFACES]
  .flatMap((surfaces) => Object.entries(surfaces))
  .filter(isInstalled)
  .flatMap(([, { example }]) => (example === undefined ? [] : [example]));
const good = [...GOOD, ...examples, ...INSTALLED_GOOD.filter(isInstalled).map(([, body]) => body)];
const bad = [...BAD, ...INSTALLED_BAD.filter(isInstalled).map(([, ...rest]) => rest as [string, string])];

/** Runs the compiler as an editor would; answers with its messages by file. */
async function check(bodies: Map<string, string>): Promise<Map<string, string[]>> {
  // Found as an installed package, so that its exports are tested as well.
  await mkdir(join(folder, 'node_modules/@nodetool-ai'), { recursive: true });
  await symlink(at('..'), join(folder, 'node_modules/@nodetool-ai/sandbox-core'), 'junction');
  for (const [name, body] of bodies) await writeFile(join(folder, name), `export default async () => {\n${body}\n};\n`);
  const compilerOptions = {
    allowJs: true,
    checkJs: true,
    strict: true,
    noEmit: true,
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: ['@nodetool-ai/sandbox-core/guest'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.js'] }));
  const tsc = at('../../../node_modules/typescript/bin/tsc');
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { cwd: folder }, (_, out) => resolve(out));
  });
  const found = new Map<string, string[]>();
  for (const [, file = '', message = ''] of printed.matchAll(/^(?:.*\/)?([\w.-]+)\(\d+,\d+\): error (.*)$/gm)) {
    found.set(file, [...(found.get(file) ?? []), message]);
  }
  return found;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guest-types-'));
  const readme = programsOf(await readFile(at('../README.md'), 'utf8')).filter(({ isBody }) => isBody);
  // `typeof` of an absent name is fine in a program, and a mark in an editor.
  good.push(...readme.map(({ source }) => source.replaceAll(/^.*typeof.*$/gm, '')));
  const bodies = new Map<string, string>();
  for (const [index, body] of good.entries()) bodies.set(`good-${index}.js`, body);
  for (const [index, [body]] of bad.entries()) bodies.set(`bad-${index}.js`, body);
  marks = await check(bodies);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the declarations of the guest', () => {
  it('are found under the name of the package, and have no fault of their own', () => {
    expect([...marks.keys()].filter((file) => !file.startsWith('bad-'))).toEqual([]);
    expect(marks.size).toBe(bad.length);
  });

  it('let bodies pass that use what exists, all examples among them', () => {
    expect(good.length).toBeGreaterThan(GOOD.length + 5);
    const faults = good.flatMap((body, index) => (marks.get(`good-${index}.js`) ?? []).map((mark) => ({ body, mark })));
    expect(faults).toEqual([]);
  });

  it.each(bad.map(([body, about], index) => ({ body, about, index })))('mark $body', ({ about, index }) => {
    expect(marks.get(`bad-${index}.js`)?.join('\n')).toMatch(new RegExp(about));
  });
});
