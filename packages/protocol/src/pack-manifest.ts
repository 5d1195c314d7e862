/**
 * What a pack writes in the `nodetool` field of its package.json, and what is wrong with it.
 * @module
 */
import { z } from 'zod';
import { SANDBOX_HOST_MODULES, sandboxHostModuleViolation } from './host-modules.js';
import { SANDBOX_RESERVED_PACK_NAMES } from './modules.js';
import { WASM_BUDGETS } from './wasm-modules.js';

/** Version of the manifest this project reads. */
export const PACK_API_VERSION = 1;
/** Most modules one pack may offer. */
export const PACK_MAX_MODULES = 256;
/** Longest `description` of a module, in UTF-16 units. */
export const PACK_MODULE_DESCRIPTION_CHARS = 160;

const PACKAGE_NAME = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/;
const MODULE_NAME = /^(?:\.|[A-Za-z0-9._-]+)$/;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNSAFE_PATH = /[\\\u0000-\u001f\u007f]|%(?:2e|2f|5c)/i;
const RESERVED_WORDS = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally ' +
    'for function if implements import in instanceof interface let new null package private protected public return ' +
    'static super switch this throw true try typeof var void while with yield arguments eval'
  ).split(' '),
);

const packPath = z.string().superRefine((path, context) => {
  const reason = packPathViolation(path);
  if (reason) context.addIssue({ code: 'custom', message: reason });
});
const withExtension = (pattern: RegExp, words: string) =>
  packPath.refine((path) => pattern.test(path), { message: `must end in ${words}` });

const common = {
  name: z.string().refine((name) => MODULE_NAME.test(name) && name !== '..' && name !== 'node_modules', {
    message: 'must be "." or one segment of letters, digits, ".", "_" and "-"',
  }),
  types: withExtension(/\.d\.[cm]?ts$/, '.d.ts').optional(),
  description: z.string().max(PACK_MODULE_DESCRIPTION_CHARS).optional(),
};

const jsModule = z
  .strictObject({
    ...common,
    kind: z.literal('js'),
    file: packPath.optional(),
    npm: z.string().regex(PACKAGE_NAME, 'must be the name of an npm package').optional(),
    bundle: z.boolean().optional(),
  })
  .superRefine((module, context) => {
    if ((module.file === undefined) === (module.npm === undefined)) {
      context.addIssue({ code: 'custom', message: 'needs exactly one of "file" and "npm"' });
    }
    if (module.bundle !== undefined && module.file === undefined) {
      context.addIssue({ code: 'custom', path: ['bundle'], message: 'goes with "file" only' });
    }
    if (module.file !== undefined) {
      const pattern = module.bundle ? /\.(?:m?js|ts)$/ : /\.m?js$/;
      if (!pattern.test(module.file)) {
        const words = module.bundle ? '.js, .mjs or .ts' : '.js or .mjs (a .ts file needs "bundle": true)';
        context.addIssue({ code: 'custom', path: ['file'], message: `must end in ${words}` });
      }
    }
  });

const hostModule = z.strictObject({ ...common, kind: z.literal('host'), host: z.string().min(1) });

const wasmExport = z.union([
  z.string().min(1),
  z.strictObject({
    wasm: z.string().min(1),
    as: z.string().refine((name) => IDENTIFIER.test(name) && !RESERVED_WORDS.has(name), {
      message: 'must be a JavaScript identifier',
    }),
  }),
]);
const atMost = (ceiling: number) => z.number().int().min(1).max(ceiling).optional();
const wasmModule = z.strictObject({
  ...common,
  kind: z.literal('wasm'),
  file: withExtension(/\.wasm$/, '.wasm'),
  memoryPagesMax: z.number().int().min(0).max(WASM_BUDGETS.memoryPages.value),
  exports: z
    .array(wasmExport)
    .min(1)
    .superRefine((list, context) => {
      const seen = { name: new Set<string>(), alias: new Set<string>() };
      for (const [index, item] of list.entries()) {
        const [name, alias] = typeof item === 'string' ? [item, item] : [item.wasm, item.as];
        if (seen.name.has(name) || seen.alias.has(alias)) {
          context.addIssue({ code: 'custom', path: [index], message: `"${alias}" is exported twice` });
        }
        if (typeof item === 'string' && (!IDENTIFIER.test(item) || RESERVED_WORDS.has(item))) {
          context.addIssue({ code: 'custom', path: [index], message: `"${item}" is no identifier; give it an "as"` });
        }
        seen.name.add(name);
        seen.alias.add(alias);
      }
    }),
  limits: z
    .strictObject({
      callConcurrency: atMost(WASM_BUDGETS.callConcurrency.value),
      callsPerInvocation: atMost(WASM_BUDGETS.callsPerInvocation.value),
      wallClockMs: atMost(WASM_BUDGETS.wallClockMs.value),
      callTimeoutMs: atMost(WASM_BUDGETS.callTimeoutMs.value),
    })
    .optional(),
});

/** Schema of one entry of `nodetool.sandboxModules`; unknown keys are refused. */
export const packModuleSchema = z.discriminatedUnion('kind', [jsModule, hostModule, wasmModule]);

/** Schema of the `nodetool` field; keys of other loaders are dropped. */
export const packManifestSchema = z.object({
  apiVersion: z.literal(PACK_API_VERSION).default(PACK_API_VERSION),
  sandboxModules: z.array(packModuleSchema).min(1).max(PACK_MAX_MODULES),
  internal: z.array(withExtension(/\.m?js$/, '.js or .mjs')).default([]),
  recommended: z.boolean().default(false),
});

/** One module as its pack declares it. */
export type PackModule = z.infer<typeof packModuleSchema>;
/** A module that runs in the guest: authored (`file`), compiled from npm (`npm`), or bundled (`file` and `bundle`). */
export type PackJsModule = Extract<PackModule, { kind: 'js' }>;
/** The `nodetool` field of a pack, defaults filled in. */
export type PackManifest = z.infer<typeof packManifestSchema>;

/** A pack's declaration: what its package.json says, checked, before any of its files is looked at. */
export interface PackDeclaration {
  packName: string;
  packVersion?: string;
  description?: string;
  /** Names of the packages it may compile from. */
  dependencies: string[];
  manifest: PackManifest;
}

/** Codes of {@link readPackDeclaration}. */
export type PackManifestErrorCode =
  | 'manifest-invalid'
  | 'manifest-unsupported-version'
  | 'pack-name-invalid'
  | 'duplicate-module'
  | 'internal-is-public'
  | 'dependency-undeclared'
  | 'host-id-unknown'
  | 'host-id-foreign';

/** Answer of {@link readPackDeclaration}. */
export type PackDeclarationResult =
  | { status: 'not-a-pack' }
  | { status: 'ok'; declaration: PackDeclaration }
  | { status: 'error'; packName: string; code: PackManifestErrorCode; message: string };

/** Why text is no path of a file inside a pack, or `undefined` when it is one. */
export function packPathViolation(path: string): string | undefined {
  if (path === '') return 'must not be empty';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'must be relative to the pack';
  if (UNSAFE_PATH.test(path)) return 'must not hold a backslash, a control character, or %2e, %2f, %5c';
  if (path.split('/').includes('..')) return 'must not hold a ".." segment';
  return undefined;
}

/**
 * What the guest writes after `from` for a module of a pack.
 * @example
 * sandboxSpecifier('@nodetool-ai/sandbox-csv', '.'); // "@nodetool-ai/sandbox-csv"
 */
export function sandboxSpecifier(packName: string, moduleName: string): string {
  return moduleName === '.' ? packName : `${packName}/${moduleName}`;
}

/**
 * Reads the parsed text of a package.json and says whether it declares a pack.
 *
 * Everything that needs no file is checked here: field grammar, unknown keys, repeated modules, host ids against the
 * registry, npm modules against `dependencies`. A message of `manifest-invalid` names the JSON path of the field.
 * Never throws.
 *
 * @example
 * const answer = readPackDeclaration(JSON.parse(text));
 * if (answer.status === 'error') console.error(`${answer.packName}: ${answer.code}: ${answer.message}`);
 */
export function readPackDeclaration(packageJson: unknown): PackDeclarationResult {
  if (!isRecord(packageJson) || !isRecord(packageJson['nodetool'])) return { status: 'not-a-pack' };
  const field = packageJson['nodetool'];
  const listed = field['sandboxModules'];
  if (listed === undefined || (Array.isArray(listed) && listed.length === 0)) return { status: 'not-a-pack' };

  const name = packageJson['name'];
  const packName = typeof name === 'string' ? name : '(no name)';
  const refuse = (code: PackManifestErrorCode, message: string): PackDeclarationResult => ({
    status: 'error',
    packName,
    code,
    message,
  });
  if (!PACKAGE_NAME.test(packName) || packName.length > 214) {
    return refuse('pack-name-invalid', `"name" ${show(name)} is not a valid npm package name.`);
  }
  if (SANDBOX_RESERVED_PACK_NAMES.includes(packName)) {
    return refuse('pack-name-invalid', `"name" ${show(name)} is reserved for what only a host can mount. Rename it.`);
  }
  const version = field['apiVersion'];
  if (version !== undefined && version !== PACK_API_VERSION) {
    return refuse(
      'manifest-unsupported-version',
      `nodetool.apiVersion is ${show(version)}; this version of nodetool reads ${PACK_API_VERSION}.`,
    );
  }
  const parsed = packManifestSchema.safeParse(field);
  if (!parsed.success) return refuse('manifest-invalid', describeIssues(parsed.error));

  const manifest = parsed.data;
  const dependencies = isRecord(packageJson['dependencies']) ? Object.keys(packageJson['dependencies']) : [];
  const problem = crossCheck(packName, manifest, dependencies);
  if (problem) return refuse(problem.code, problem.message);

  const declaration: PackDeclaration = { packName, dependencies, manifest };
  if (typeof packageJson['version'] === 'string') declaration.packVersion = packageJson['version'];
  if (typeof packageJson['description'] === 'string') declaration.description = packageJson['description'];
  return { status: 'ok', declaration };
}

function crossCheck(
  packName: string,
  manifest: PackManifest,
  dependencies: string[],
): { code: PackManifestErrorCode; message: string } | undefined {
  const names = new Set<string>();
  const files = new Set<string>();
  for (const [index, module] of manifest.sandboxModules.entries()) {
    const at = `nodetool.sandboxModules[${index}]`;
    if (names.has(module.name)) {
      return { code: 'duplicate-module', message: `${at}.name: "${module.name}" is declared twice.` };
    }
    names.add(module.name);
    if (module.kind === 'host') {
      const reason = sandboxHostModuleViolation(packName, module.host);
      if (reason) {
        const code = Object.hasOwn(SANDBOX_HOST_MODULES, module.host) ? 'host-id-foreign' : 'host-id-unknown';
        return { code, message: `${at}.host: ${reason}. Only packs of this project may run code on the host.` };
      }
    } else if (module.file !== undefined) {
      const plain = module.file.replace(/^(?:\.\/)+/, '');
      if (module.kind === 'wasm' && files.has(plain)) {
        const message = `${at}.file: "${plain}" is the file of another module. List all exports in one.`;
        return { code: 'manifest-invalid', message };
      }
      files.add(plain);
    } else if (module.kind === 'js' && !dependencies.includes(module.npm ?? '')) {
      const message = `${at}.npm: "${module.npm}" is not in "dependencies" of the same package.json. Add it there.`;
      return { code: 'dependency-undeclared', message };
    }
  }
  const internal = new Set<string>();
  for (const [index, file] of manifest.internal.entries()) {
    const plain = file.replace(/^(?:\.\/)+/, '');
    const at = `nodetool.internal[${index}]`;
    if (files.has(plain)) {
      return { code: 'internal-is-public', message: `${at}: "${file}" is also the file of a module.` };
    }
    if (internal.has(plain)) return { code: 'manifest-invalid', message: `${at}: "${file}" is listed twice.` };
    internal.add(plain);
  }
  return undefined;
}

function describeIssues(error: z.ZodError): string {
  const lines = error.issues.slice(0, 5).map((issue) => {
    let path = 'nodetool';
    for (const key of issue.path) path += typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
    return `${path}: ${issue.message}`;
  });
  const rest = error.issues.length - lines.length;
  return lines.join('; ') + (rest > 0 ? `; and ${rest} more` : '') + '.';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return value === undefined ? 'is missing:' : (JSON.stringify(value)?.slice(0, 80) ?? typeof value);
}
