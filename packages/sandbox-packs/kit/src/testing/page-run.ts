/**
 * Runs a host pack as a page would: bundled for browsers, in a realm that has what a worker of a page has and nothing
 * of Node.
 * @module
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';

const kitSources = fileURLToPath(new URL('../', import.meta.url));

/** What dedicated workers have beside the language; no DOM, no `Buffer`, no `process`. */
const WORKER_GLOBALS = {
  AbortController,
  Blob,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  console,
  crypto,
  performance,
  queueMicrotask,
  setTimeout,
  structuredClone,
};

/**
 * Bundles `src/host.ts` of a pack and runs a program over it. The program is the body of an async function with
 * `call(name, ...args)`, `toBase64(bytes)` and `fromBase64(text)`; what it returns must be JSON, since two realms
 * share no classes. An import of a Node builtin fails the bundle.
 *
 * @param hostFile - absolute path of the pack's host entry
 * @example
 * await runInPage(hostFile, "return call('parse', 'a\\n1\\n');"); // [{ a: '1' }]
 */
export async function runInPage(hostFile: string, program: string): Promise<unknown> {
  const result = await build({
    stdin: { contents: entryOf(hostFile, program), resolveDir: dirname(hostFile), loader: 'ts' },
    bundle: true,
    format: 'iife',
    globalName: 'program',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'kit-sources',
        setup(bundle) {
          bundle.onResolve({ filter: /^@nodetool-ai\/sandbox-pack-kit(\/|$)/ }, ({ path }) => ({
            path: join(kitSources, path.split('/').slice(2).join('/'), 'index.ts'),
          }));
        },
      },
    ],
  });
  const realm = createContext({ ...WORKER_GLOBALS });
  runInContext('globalThis.self = globalThis;', realm);
  const answer: unknown = await runInContext(`${result.outputFiles[0]?.text ?? ''}\nprogram.default();`, realm);
  return JSON.parse(String(answer));
}

function entryOf(hostFile: string, program: string): string {
  return `
import { functions } from ${JSON.stringify(hostFile)};
const call = (name, ...args) => functions[name]({
  args, where: 'page.' + name, signal: new AbortController().signal, deadlineMs: 30000, warn() {},
});
const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
export default async () => {
  const result = await (async () => {${program}
  })();
  return JSON.stringify(result ?? null);
};`;
}
