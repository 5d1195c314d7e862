/**
 * The page that runs the table: the driver calls `runRows` and reads what it answers.
 * @module
 */
import { createMemoryContext, runInSandbox } from '@nodetool-ai/sandbox-core';
import { compare } from '../compare.js';
import { rowsFor } from '../hosts.js';
import type { Host } from '../row.js';
import { expect } from './expect.js';

/** What the driver hears of one row. */
export interface RowReport {
  name: string;
  /** Why the row does not hold here. */
  problem?: string;
}

/** Longer than any deadline in the table. */
const MAX_ROW_MS = 60_000;

async function runRows(host: Host, group: string): Promise<RowReport[]> {
  const execution = host === 'page-inline' ? 'inline' : 'worker';
  const reports: RowReport[] = [];
  for (const row of rowsFor(host, group)) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`did not settle within ${MAX_ROW_MS} ms`)), MAX_ROW_MS);
    });
    try {
      const options = row.options?.({ origin: location.origin, createMemoryContext }) ?? {};
      const outcome = await Promise.race([runInSandbox({ ...options, code: row.code, execution }), late]);
      compare(expect, row, outcome, options);
      reports.push({ name: row.name });
    } catch (error) {
      reports.push({ name: row.name, problem: describe(error) });
    } finally {
      clearTimeout(timer);
    }
  }
  return reports;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { actual, expected } = error as { actual?: unknown; expected?: unknown };
  return `${error.message}\nexpected: ${String(expected)}\nactual: ${String(actual)}`;
}

Object.assign(globalThis, { runRows });
