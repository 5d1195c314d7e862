/**
 * npm package or authored entry → one ES module without imports, with esbuild.
 * @module
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import type { BuildFailure, BuildOptions, Message } from 'esbuild';
import { byCodeUnit, digestOf } from './canonical-json.js';
import type { PackPosition } from './findings.js';
import type { CompileOutcome, CompileTarget, SkipCode } from './outcome.js';
import { PackageRoots, slashes } from './package-root.js';
import { packagePlaces, type TrackedInputs, trackInputs } from './track-inputs.js';

/** A bundle, its map, and what it was made of. */
export interface Bundle {
  source: string;
  /** Source map as JSON text; `sources` are pack-relative or absolute paths as esbuild wrote them. */
  map: string;
  /** Bytes each input contributed, by absolute path. */
  inputBytes: Map<string, number>;
  /** The library is CommonJS: which names it exports is known only when it has run. */
  isCommonJs: boolean;
}

/**
 * What the entry exports: everything with a default; the namespace as default, to learn its names; or a default and
 * these names, for a CommonJS library.
 */
export type BundleShape = 'everything' | 'namespace' | readonly string[];

/** Answer of {@link bundleModule}; the inputs are known also when it failed. */
export interface BundleResult {
  outcome: { status: 'ok'; bundle: Bundle } | Extract<CompileOutcome, { status: 'skipped' }>;
  /** False when the same files may bundle another time: something was missing or unreadable. */
  isLasting: boolean;
  inputs: TrackedInputs;
  roots: PackageRoots;
}

const OUTPUT = 'module.js';
const SHIM = '(shim)';
// `node` and `browser` are deliberately no conditions: the guest is neither.
const OPTIONS = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  conditions: ['import', 'module', 'default'],
  mainFields: ['module', 'main'],
  target: 'es2022',
  treeShaking: true,
  minify: false,
  charset: 'utf8',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  // A tsconfig.json near the pack must not change what is compiled.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
} as const satisfies BuildOptions;

/** Version of the bundler, read without starting it. */
export const ESBUILD_VERSION: string = (createRequire(import.meta.url)('esbuild/package.json') as { version: string })
  .version;

/** Digest of the options every bundle is made with. */
export const BUNDLE_OPTIONS_DIGEST: string = digestOf(OPTIONS);

/**
 * Bundles one module. Never throws for what a pack did: the outcome says what is wrong.
 *
 * The shim re-exports everything; `default` is the library's own default export when it has one, else the namespace.
 */
export async function bundleModule(
  build: typeof import('esbuild').build,
  packDir: string,
  target: CompileTarget,
  dependencies: readonly string[],
  shape: BundleShape = 'everything',
): Promise<BundleResult> {
  const { plugin, inputs } = trackInputs(packDir, 'npm' in target ? [...dependencies, target.npm] : dependencies);
  const roots = new PackageRoots();
  const skipped = (code: SkipCode, message: string, at?: PackPosition, isLasting = true): BundleResult => ({
    outcome: { status: 'skipped', code, message, ...(at ? { at } : {}) },
    isLasting,
    inputs,
    roots,
  });
  const request = JSON.stringify('npm' in target ? target.npm : `./${target.entry}`);
  let failure: BuildFailure | undefined;
  const result = await build({
    ...OPTIONS,
    conditions: [...OPTIONS.conditions],
    mainFields: [...OPTIONS.mainFields],
    stdin: {
      contents: shimText(request, shape),
      resolveDir: packDir,
      sourcefile: SHIM,
    },
    absWorkingDir: packDir,
    outfile: OUTPUT,
    write: false,
    metafile: true,
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [plugin],
  }).catch((error: unknown) => {
    if (!isBuildFailure(error)) throw error;
    failure = error;
    return undefined;
  });

  const place = (message: Message): PackPosition | undefined => positionOf(message, packDir, roots);
  const unresolved = failure?.errors.find((error) => error.text.startsWith('Could not resolve'));
  if (unresolved) {
    const at = place(unresolved);
    const wanted = /"([^"]*)"/.exec(unresolved.text)?.[1] ?? 'a module';
    const importer = at && at.file !== SHIM ? at.file : 'the pack';
    const hint = 'npm' in target ? `Run your package manager's install.` : 'Check the path, or install the package.';
    const message = `"${wanted}", imported by ${importer}, cannot be resolved. ${hint}`;
    // Where a package could appear is on record; where a missing file could appear is not.
    return skipped('npm-module-unresolved', message, at, !/^[./]/.test(wanted));
  }
  const [undeclared] = inputs.undeclared;
  if (undeclared) {
    const importer = undeclared.importer === '' ? 'the pack' : fileLabel(undeclared.importer, packDir, roots);
    const message = `"${undeclared.packageName}", imported by ${importer}, is not in the pack's "dependencies". Add it there.`;
    return skipped('npm-module-unresolved', message);
  }
  if (inputs.outside[0] !== undefined) {
    const file = slashes(relative(packDir, inputs.outside[0]));
    const message = `"${file}" lies outside of the pack and of the packages it depends on. Move it into the pack.`;
    return skipped('npm-module-unresolved', message, undefined, false);
  }
  if (inputs.builtins.size > 0) {
    const names = [...inputs.builtins].sort(byCodeUnit).join(', ');
    return skipped('npm-module-builtin-import', `It imports Node builtins: ${names}. A guest has none of them.`);
  }
  if (!result) {
    const errors = failure?.errors ?? [];
    const lines = errors.slice(0, 2).map((error) => {
      const at = place(error);
      return at ? `${at.file}:${at.line}:${at.column}: ${error.text}` : error.text;
    });
    const first = errors[0] ? place(errors[0]) : undefined;
    const message = `It cannot be bundled: ${lines.join('; ') || 'unknown error'}`;
    const isLasting = errors.every((error) => error.pluginName === '');
    return skipped('npm-module-bundle-failed', message, first, isLasting);
  }

  const inputBytes = new Map<string, number>();
  const output = Object.values(result.metafile.outputs).find((item) => item.entryPoint !== undefined);
  for (const [path, { bytesInOutput }] of Object.entries(output?.inputs ?? {})) {
    if (path !== SHIM) inputBytes.set(resolve(packDir, path), bytesInOutput);
  }
  const text = (suffix: string) => result.outputFiles.find((file) => file.path.endsWith(suffix))?.text ?? '';
  const source = nameByPackage(text(OUTPUT), Object.keys(result.metafile.inputs), packDir, roots);
  const library = result.metafile.inputs[SHIM]?.imports[0]?.path ?? '';
  const isCommonJs = result.metafile.inputs[library]?.format === 'cjs';
  const bundle = { source, map: text(`${OUTPUT}.map`), inputBytes, isCommonJs };
  return { outcome: { status: 'ok', bundle }, isLasting: true, inputs, roots };
}

function shimText(request: string, shape: BundleShape): string {
  const all = `import * as everything from ${request};`;
  if (shape === 'namespace') return `${all}\nexport default everything;`;
  const fallback = `export default 'default' in everything ? everything.default : everything;`;
  if (shape === 'everything') return `export * from ${request};\n${all}\n${fallback}`;
  const locals = shape.map((name, index) => `${name}: name${index}`).join(', ');
  const exports = shape.map((name, index) => `name${index} as ${name}`).join(', ');
  return `${all}\n${fallback}\nconst { ${locals} } = everything;\nexport { ${exports} };`;
}

/** Every package.json that decided how the inputs were resolved: absolute path → must it exist. */
export function resolutionFiles(packDir: string, inputs: TrackedInputs, roots: PackageRoots): string[] {
  const paths = new Set<string>([resolve(packDir, 'package.json')]);
  for (const file of inputs.files.keys()) for (const path of roots.manifestsOf(file)) paths.add(path);
  const seen = new Set<string>();
  for (const { from, packageName } of inputs.requests) {
    if (seen.has(`${from}\0${packageName}`)) continue;
    seen.add(`${from}\0${packageName}`);
    for (const path of packagePlaces(from, packageName, existsSync)) paths.add(path);
  }
  return [...paths];
}

/** A file as findings name it: relative to the pack, or `<package>/<path>`. Never an absolute path. */
export function fileLabel(path: string, packDir: string, roots: PackageRoots): string {
  const root = roots.of(path);
  const inner = slashes(relative(root.dir, path));
  return root.dir === packDir ? inner : `${root.name}/${inner}`;
}

function positionOf(message: Message, packDir: string, roots: PackageRoots): PackPosition | undefined {
  const at = message.location;
  if (!at) return undefined;
  if (at.file === SHIM) return { file: SHIM, line: at.line, column: at.column + 1 };
  return { file: fileLabel(resolve(packDir, at.file), packDir, roots), line: at.line, column: at.column + 1 };
}

/**
 * esbuild writes each input's path, relative to the pack, into comments and wrapper keys. They depend on where packages
 * are installed, so that the same install elsewhere would give another text: they become `<package>@<version>!/<path>`.
 */
function nameByPackage(source: string, inputs: string[], packDir: string, roots: PackageRoots): string {
  const names = new Map(
    inputs.map((path) => [path, path === SHIM ? path : roots.nameOf(resolve(packDir, path))] as const),
  );
  return source
    .split('\n')
    .map((line) => {
      const comment = /^(\s*\/\/ )(.+)$/.exec(line);
      const commentName = comment && names.get(comment[2] ?? '');
      if (comment && commentName !== undefined && commentName !== null) return `${comment[1]}${commentName}`;
      const key = /^(\s*(?:async )?)"((?:[^"\\]|\\.)*)"(\(.*\) \{)$/.exec(line);
      const keyName = key && names.get(key[2] ?? '');
      return key && keyName !== undefined && keyName !== null ? `${key[1]}${JSON.stringify(keyName)}${key[3]}` : line;
    })
    .join('\n');
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);
}
