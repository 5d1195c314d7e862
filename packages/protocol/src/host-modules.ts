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

/** Deadline of rows that run on the caller's thread, in ms; nothing can end them before they give the thread back. */
const INLINE_TIMEOUT_MS = 5000;

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
  {
    id: 'xml',
    packName: '@nodetool-ai/sandbox-xml',
    library: 'fast-xml-parser',
    description: 'Read XML into plain data.',
    exports: ['parse'],
    page: 'yes',
    callTimeoutMs: 20_000,
  },
  {
    id: 'xlsx',
    packName: '@nodetool-ai/sandbox-xlsx',
    library: 'exceljs',
    description: 'Read and write Excel workbooks.',
    exports: ['parse', 'write'],
    page: 'yes',
    callTimeoutMs: 60_000,
  },
  {
    id: 'diff',
    packName: '@nodetool-ai/sandbox-diff',
    library: 'diff',
    description: 'Compare two texts as a unified patch.',
    exports: ['unified'],
    page: 'yes',
    callTimeoutMs: 15_000,
  },
  {
    id: 'zip',
    packName: '@nodetool-ai/sandbox-zip',
    library: 'fflate',
    description: 'Read and write ZIP archives.',
    exports: ['unzip', 'zip'],
    page: 'yes',
    callTimeoutMs: 30_000,
  },
  {
    id: 'ocr',
    packName: '@nodetool-ai/sandbox-ocr',
    library: 'tesseract.js',
    description: 'Read the text in a picture.',
    exports: ['recognize'],
    page: 'assets',
    callTimeoutMs: 60_000,
  },
  {
    id: 'tfjs',
    packName: '@nodetool-ai/sandbox-tfjs',
    library: '@tensorflow/tfjs and models',
    description: 'Classify, embed and detect in pictures, answer from a text, run and train models.',
    exports: ['classify', 'embed', 'detect', 'answer', 'models', 'predict', 'train'],
    page: 'assets',
    callTimeoutMs: 60_000,
  },
  {
    id: 'docx',
    packName: '@nodetool-ai/sandbox-docx',
    library: 'docx',
    description: 'Write Word documents.',
    exports: ['build'],
    page: 'yes',
    callTimeoutMs: 30_000,
  },
  {
    id: 'mammoth',
    packName: '@nodetool-ai/sandbox-mammoth',
    library: 'mammoth',
    description: 'Read Word documents as text or HTML.',
    exports: ['extractRawText', 'convertToHtml'],
    page: 'yes',
    callTimeoutMs: 30_000,
  },
  {
    id: 'epub',
    packName: '@nodetool-ai/sandbox-epub',
    library: 'own reader',
    description: 'Read EPUB books: metadata, contents, text.',
    exports: ['metadata', 'tableOfContents', 'extractText', 'extractChapters'],
    page: 'yes',
    callTimeoutMs: 30_000,
  },
  {
    id: 'fabric',
    packName: '@nodetool-ai/sandbox-fabric',
    library: 'fabric',
    description: 'Draw scenes and SVG as pictures.',
    exports: ['render', 'renderSVG', 'loadSVG', 'toDataURL'],
    page: 'assets',
    callTimeoutMs: 30_000,
  },
  {
    id: 'pdflib',
    packName: '@nodetool-ai/sandbox-pdflib',
    library: 'pdf-lib',
    description: 'Write and merge PDF files.',
    exports: ['build', 'merge'],
    page: 'yes',
    callTimeoutMs: 30_000,
  },
  {
    id: 'pptxgen',
    packName: '@nodetool-ai/sandbox-pptxgen',
    library: 'pptxgenjs',
    description: 'Write PowerPoint decks.',
    exports: ['build'],
    page: 'yes',
    callTimeoutMs: 30_000,
  },
  {
    id: 'chrono',
    packName: '@nodetool-ai/sandbox-chrono',
    library: 'chrono-node',
    description: 'Read dates written in plain words.',
    exports: ['parseDate', 'parse'],
    page: 'yes',
    callTimeoutMs: 10_000,
  },
  {
    id: 'exif',
    packName: '@nodetool-ai/sandbox-exif',
    library: 'exifr',
    description: 'Read the metadata of photos.',
    exports: ['parse'],
    page: 'yes',
    callTimeoutMs: 10_000,
  },
  {
    id: 'expr',
    packName: '@nodetool-ai/sandbox-expr',
    library: 'expr-eval-fork',
    description: 'Evaluate formulas that are no JavaScript.',
    exports: ['evaluate'],
    page: 'yes',
    callTimeoutMs: 5000,
  },
  {
    id: 'ics',
    packName: '@nodetool-ai/sandbox-ics',
    library: 'ics',
    description: 'Write calendar files.',
    exports: ['createEvent', 'createEvents'],
    page: 'yes',
    callTimeoutMs: 10_000,
  },
  {
    id: 'subtitle',
    packName: '@nodetool-ai/sandbox-subtitle',
    library: 'own parser',
    description: 'Read and write SRT and WebVTT captions.',
    exports: ['parse', 'stringify'],
    page: 'yes',
    callTimeoutMs: 10_000,
  },
  {
    id: 'tokens',
    packName: '@nodetool-ai/sandbox-tokens',
    library: 'js-tiktoken ranks',
    description: 'Count, encode and decode model tokens.',
    exports: ['count', 'encode', 'decode'],
    page: 'yes',
    callTimeoutMs: 20_000,
  },
  {
    id: 'pptx',
    packName: '@nodetool-ai/sandbox-pptx',
    library: 'own reader',
    description: 'Read the text of PowerPoint decks.',
    exports: ['extractText', 'extractSlides'],
    page: 'yes',
    callTimeoutMs: 30_000,
  },
  {
    id: 'pdf',
    packName: '@nodetool-ai/sandbox-pdf',
    library: 'pdf-parse',
    description: 'Read the text of PDF files.',
    exports: ['extractText', 'extractPages'],
    page: 'assets',
    callTimeoutMs: 60_000,
  },
  {
    id: 'aws',
    packName: '@nodetool-ai/sandbox-aws',
    library: 'own code',
    description: 'Sign requests to AWS with Signature Version 4.',
    exports: ['sigv4', 'presign'],
    page: 'yes',
    callTimeoutMs: INLINE_TIMEOUT_MS,
    inline: true,
  },
  {
    id: 'notion',
    packName: '@nodetool-ai/sandbox-notion',
    library: 'own code',
    description: 'Build requests to Notion and turn its blocks into Markdown.',
    exports: ['request', 'plainText', 'toMarkdown'],
    page: 'yes',
    callTimeoutMs: INLINE_TIMEOUT_MS,
    inline: true,
  },
  {
    id: 'supabase',
    packName: '@nodetool-ai/sandbox-supabase',
    library: 'own code',
    description: 'Build requests to Supabase tables and functions.',
    exports: ['from', 'rpc'],
    page: 'yes',
    callTimeoutMs: INLINE_TIMEOUT_MS,
    inline: true,
  },
  {
    id: 'twilio',
    packName: '@nodetool-ai/sandbox-twilio',
    library: 'own code',
    description: 'Build requests to Twilio.',
    exports: ['request'],
    page: 'yes',
    callTimeoutMs: INLINE_TIMEOUT_MS,
    inline: true,
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
