import { createMemoryContext, runInSandbox } from '@nodetool-ai/sandbox-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare } from './compare.js';
import { rowsFor } from './hosts.js';
import { serveHttp } from './http.js';
import { TABLE } from './table.js';

let server: Awaited<ReturnType<typeof serveHttp>>;
beforeAll(async () => {
  server = await serveHttp();
});
afterAll(() => server?.close());

describe.each(['node-inline', 'node-worker'] as const)('a run in %s', (host) => {
  const execution = host === 'node-inline' ? 'inline' : 'worker';
  describe.each(Object.keys(TABLE))('%s', (group) => {
    it.each(rowsFor(host, group))('$name', async (row) => {
      const options = row.options?.({ origin: server.origin, createMemoryContext }) ?? {};
      const outcome = await runInSandbox({ ...options, code: row.code, execution });
      compare(expect, row, outcome, options);
    });
  });
});
