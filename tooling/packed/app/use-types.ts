/**
 * Uses the public types of every package as a stranger's program would. It is compiled, never run.
 * @module
 */
import { type CliIo, runCli } from '@nodetool-ai/cli';
import { analyseBody, type BodyAnalysis } from '@nodetool-ai/code-nodes';
import { graphSchema, type WorkflowIssue } from '@nodetool-ai/protocol';
import { SANDBOX_LIMITS, type SandboxErrorCode } from '@nodetool-ai/protocol/core';
import { hostModuleSources, type ListPacksResult, listPacks, loadCatalog } from '@nodetool-ai/sandbox-compiler';
import { createDirectoryContext, type RunSandboxOptions, runInSandbox } from '@nodetool-ai/sandbox-core';
import { type CsvRecord, parse as parseCsv } from '@nodetool-ai/sandbox-csv';
import { functions as csvFunctions } from '@nodetool-ai/sandbox-csv/host';
import { extractLinks } from '@nodetool-ai/sandbox-html';
import { functions as htmlFunctions } from '@nodetool-ai/sandbox-html/host';
import { parse as parseMarkdown } from '@nodetool-ai/sandbox-markdown';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';
import { load } from '@nodetool-ai/sandbox-yaml';
import { runWorkflow } from '@nodetool-ai/workflow-runner';
import { createNodeRegistry, runWorkflow as runWithFiles } from '@nodetool-ai/workflow-runner/node';

const catalog = await loadCatalog({ cwd: '.' });
const options: RunSandboxOptions = {
  code: 'return rows.length',
  globals: { rows: [1] },
  context: createDirectoryContext('.'),
  limits: { memoryLimitBytes: SANDBOX_LIMITS.memoryLimitBytes.ceiling },
  modules: catalog.resolveForExecution([{ specifier: '@nodetool-ai/sandbox-csv' }]),
  hostModules: hostModuleSources([]),
  signal: new AbortController().signal,
  onEmit: async (name: string, value: unknown) => void [name, value],
};
const run = await runInSandbox(options);
export const code: SandboxErrorCode | undefined = run.errorInfo?.code;
export const value: unknown = run.result;
export const logs: readonly string[] = run.logs;
// @ts-expect-error A timeout is a number: types that are all `any` would take this.
await runInSandbox({ code: '', timeoutMs: 'soon' });

const rows: CsvRecord[] = await parseCsv('a,b\n1,2');
const markdown: string = await parseMarkdown('# a');
export const parts = { rows, markdown, yaml: load('a: 1'), links: await extractLinks('<a href="/a">a</a>') };
export const host = { ...csvFunctions, ...htmlFunctions, loadLibrary };

const analysis: BodyAnalysis = analyseBody('return 1');
export const message: string | undefined = analysis.status === 'unparsable' ? analysis.message : undefined;
const graph = graphSchema.parse({ nodes: [], edges: [] });
const result = await runWorkflow(graph, { params: { n: 1 } });
export const issues: readonly WorkflowIssue[] = result.issues;
export const files = (await runWithFiles(graph, { outDir: 'out', registry: createNodeRegistry() })).files;
export const packs: ListPacksResult = listPacks({ cwd: '.' });

const io: CliIo = {
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: process.cwd(),
  env: process.env,
  signal: new AbortController().signal,
};
export const status: number = await runCli(['packs', 'list'], io);
