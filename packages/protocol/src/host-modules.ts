/**
 * The only table that leads from a manifest's host id to code on the host.
 * A pack that is not in it cannot reach host execution in any way; adding a row is a reviewed change.
 * @module
 */

/** One host module. */
export interface SandboxHostModuleRow {
  id: string;
  /** The only package that may declare this id, and the only one whose `./host` entry is loaded for it. */
  packName: string;
  library: string;
  description: string;
  exports: readonly string[];
  /** Whether it runs in a browser page as it is. */
  page: 'yes' | 'assets' | 'no';
  /** Deadline of one call, in ms. The end of its run aborts a call as well. */
  callTimeoutMs: number;
  /** Runs on the caller's thread: only rows that build strings of at most 1 MiB. */
  inline?: true;
}

const rows: SandboxHostModuleRow[] = [
  {
    id: 'csv',
    packName: '@nodetool-ai/sandbox-csv',
    library: 'papaparse',
    description: 'Read and write CSV.',
    exports: ['parse', 'stringify'],
    page: 'yes',
    callTimeoutMs: 20_000,
  },
  {
    id: 'html',
    packName: '@nodetool-ai/sandbox-html',
    library: 'cheerio + turndown',
    description: 'Query HTML, turn it into text or Markdown, extract links, media and metadata.',
    exports: [
      'select',
      'toMarkdown',
      'toText',
      'extractLinks',
      'extractImages',
      'extractAudio',
      'extractVideos',
      'extractMetadata',
      'extractReadableText',
    ],
    page: 'yes',
    callTimeoutMs: 20_000,
  },
];

/** Host modules by id. Null prototype: `constructor` and `__proto__` are unknown ids. */
export const SANDBOX_HOST_MODULES: Readonly<Record<string, SandboxHostModuleRow>> = Object.freeze(
  Object.assign(Object.create(null), Object.fromEntries(rows.map((row) => [row.id, Object.freeze(row)]))),
);

/** Part of the content digest of a host module: raise it whenever the facade text that the core generates changes. */
export const SANDBOX_HOST_FACADE_VERSION = 1;

/** Why `packName` may not declare `hostId`, or `undefined` when it may. */
export function sandboxHostModuleViolation(packName: string, hostId: unknown): string | undefined {
  if (typeof hostId !== 'string' || hostId === '') return 'a host module needs a host id';
  const row = Object.hasOwn(SANDBOX_HOST_MODULES, hostId) ? SANDBOX_HOST_MODULES[hostId] : undefined;
  if (!row) return `"${hostId}" is not a registered host module`;
  if (row.packName !== packName) return `host module "${hostId}" belongs to ${row.packName}`;
  return undefined;
}

/** What a host function is called with. `where` is `"<id>.<export>"`; `deadlineMs` is the time the call has. */
export interface HostCall {
  args: unknown[];
  where: string;
  signal: AbortSignal;
  deadlineMs: number;
  warn(text: string): void;
}

/** Shape of the `functions` export of a pack's `./host` entry. */
export type HostFunctions = Record<string, (call: HostCall) => Promise<unknown>>;
