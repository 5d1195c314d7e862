/**
 * Guest modules that are served as written: the static rules, and the graph of files each of them needs.
 * @module
 */
import { posix } from 'node:path';
import { type PackManifest, SANDBOX_CAPABILITY_PACKAGE, type SandboxModuleFile } from '@nodetool-ai/protocol';
import { type Node, parse } from 'acorn';
import { full } from 'acorn-walk';
import { type PackPosition, PackProblem } from './findings.js';
import { freeReferences } from './free-references.js';
import { AUTHORED_FILE_MAX_BYTES } from './limits.js';
import { type PackSize, readPackText } from './pack-files.js';

interface SourceLiteral extends Node {
  value: string;
}

/**
 * Reads every authored file of a pack and checks it: it parses as a module, imports only relative files that the
 * manifest declares, WASM modules of its own included, in no cycle, and holds neither `import()` nor `require`. A
 * first-party pack may also import capability modules, which the host mounts.
 *
 * @param isFirstParty - a pack of this project, from a trusted root
 * @returns the files by id; a module's graph is {@link reachableFiles} of its own file.
 * @throws {PackProblem} the first rule that is broken, with its place
 */
export function readAuthoredFiles(
  packDir: string,
  manifest: PackManifest,
  size: PackSize,
  isFirstParty: boolean,
): Map<string, SandboxModuleFile> {
  const internal = new Set(manifest.internal.map(plainId));
  const declared = new Set(internal);
  const importable = new Set(internal);
  for (const module of manifest.sandboxModules) {
    if (module.kind === 'wasm') importable.add(plainId(module.file));
    if (module.kind !== 'js' || module.file === undefined || module.bundle) continue;
    declared.add(plainId(module.file));
    importable.add(plainId(module.file));
  }
  const files = new Map<string, SandboxModuleFile>();
  for (const id of declared) {
    const source = readPackText(packDir, id, AUTHORED_FILE_MAX_BYTES, size);
    const dependencies = checkSource(id, source, importable, isFirstParty);
    files.set(id, { id, kind: 'js', source, dependencies, internal: internal.has(id) });
  }
  refuseCycles(files);
  return files;
}

/** A file and everything it imports, directly or not, sorted by id. */
export function reachableFiles(files: ReadonlyMap<string, SandboxModuleFile>, entry: string): SandboxModuleFile[] {
  const found = new Map<string, SandboxModuleFile>();
  const queue = [entry];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const file = files.get(id);
    if (!file || found.has(id)) continue;
    found.set(id, file);
    queue.push(...file.dependencies);
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A manifest path as the id of a file: no `./`, no empty segments. */
export function plainId(file: string): string {
  return posix.normalize(file);
}

function checkSource(id: string, source: string, importable: ReadonlySet<string>, isFirstParty: boolean): string[] {
  let program: Node & { body: Node[] };
  try {
    program = parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true, ranges: true });
  } catch (error) {
    const { message, loc } = error as SyntaxError & { loc?: { line: number; column: number } };
    const at = { file: id, line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 };
    throw new PackProblem('js-invalid', `"${id}" does not parse: ${message}.`, at);
  }
  const place = (node: Node): PackPosition => ({
    file: id,
    line: node.loc?.start.line ?? 1,
    column: (node.loc?.start.column ?? 0) + 1,
  });
  full(program, (node) => {
    if (node.type === 'ImportExpression') {
      throw new PackProblem('js-dynamic-import', `"${id}" uses import(). Use a static import.`, place(node));
    }
  });
  for (const reference of freeReferences(program)) {
    if (reference.name === 'require') {
      throw new PackProblem('js-require', `"${id}" uses require. Use a static import.`, place(reference.node));
    }
  }
  const dependencies = new Set<string>();
  for (const statement of program.body) {
    const from = (statement as Node & { source?: SourceLiteral | null }).source;
    if (!from || (isFirstParty && from.value.startsWith(`${SANDBOX_CAPABILITY_PACKAGE}/`))) continue;
    dependencies.add(resolveImport(id, from.value, importable, place(from)));
  }
  return [...dependencies].sort();
}

function resolveImport(id: string, request: string, importable: ReadonlySet<string>, at: PackPosition): string {
  if (!/^\.\.?\//.test(request)) {
    const hint = 'Only relative files of the pack can be imported; use "bundle": true to bring an npm package along.';
    throw new PackProblem('js-import-outside', `"${id}" imports "${request}". ${hint}`, at);
  }
  const target = posix.join(posix.dirname(id), request);
  if (target === '..' || target.startsWith('../')) {
    throw new PackProblem('js-import-outside', `"${id}" imports "${request}", which is outside of the pack.`, at);
  }
  for (const candidate of [target, `${target}.js`, `${target}/index.js`]) {
    if (importable.has(candidate)) return candidate;
  }
  const hint = 'Declare it as a module, or list it in nodetool.internal.';
  throw new PackProblem('js-import-undeclared', `"${id}" imports "${request}", which is not declared. ${hint}`, at);
}

function refuseCycles(files: ReadonlyMap<string, SandboxModuleFile>): void {
  const done = new Set<string>();
  const open: string[] = [];
  // Depth is at most the number of declared files, and a deep chain is walked with an explicit stack.
  for (const start of files.keys()) {
    const stack: { id: string; next: number }[] = done.has(start) ? [] : [{ id: start, next: 0 }];
    if (stack.length > 0) open.push(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const target = files.get(top.id)?.dependencies[top.next];
      top.next += 1;
      if (target === undefined) {
        done.add(top.id);
        stack.pop();
        open.pop();
      } else if (open.includes(target)) {
        const cycle = [...open.slice(open.indexOf(target)), target].join(' → ');
        throw new PackProblem('js-import-cycle', `The pack's files import each other in a circle: ${cycle}.`);
      } else if (!done.has(target)) {
        open.push(target);
        stack.push({ id: target, next: 0 });
      }
    }
  }
}
