import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Set while `pnpm coverage` also counts the lines of the guest's own code, which run inside the engine.
const coverageFolder = process.env.GUEST_COVERAGE;

export default defineConfig({
  resolve: {
    // Tests run on the sources, so that a stale build cannot hide a fault and coverage is that of the sources.
    alias: [
      ...(coverageFolder
        ? [{ find: /^.*\/generated\/guest-modules\.js$/, replacement: `${coverageFolder}/guest-modules.ts` }]
        : []),
      { find: /^@nodetool-ai\/sandbox-pack-kit$/, replacement: at('packages/sandbox-packs/kit/src/index.ts') },
      {
        find: /^@nodetool-ai\/sandbox-pack-kit\/(archive|office|pixels|testing|visible-text|xml)$/,
        replacement: at('packages/sandbox-packs/kit/src/$1/index.ts'),
      },
      {
        find: /^@nodetool-ai\/sandbox-([a-z0-9]+)\/(host|limits)$/,
        replacement: at('packages/sandbox-packs/$1/src/$2.ts'),
      },
      {
        find: /^@nodetool-ai\/workflow-runner\/node$/,
        replacement: at('packages/workflow-runner/src/node/index.ts'),
      },
      { find: /^@nodetool-ai\/protocol\/core$/, replacement: at('packages/protocol/src/core.ts') },
      { find: /^@nodetool-ai\/sandbox-core$/, replacement: at('packages/sandbox-core/src/index.node.ts') },
      {
        find: /^@nodetool-ai\/(protocol|sandbox-compiler|code-nodes|workflow-runner|cli)$/,
        replacement: at('packages/$1/src/index.ts'),
      },
    ],
  },
  test: {
    include: ['packages/**/*.test.ts', 'tooling/**/*.test.ts', 'examples/**/*.test.ts', 'docs/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'tooling/template/**'],
    setupFiles: coverageFolder ? [at('packages/sandbox-core/test/guest-coverage-setup.ts')] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    maxConcurrency: 2,
    reporters: ['default', './tooling/reporter/summary-reporter.mjs'],
    coverage: {
      provider: 'v8',
      include: ['packages/sandbox-core/src/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
});
