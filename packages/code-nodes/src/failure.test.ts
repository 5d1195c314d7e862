import type { RunSandboxFailure } from '@nodetool-ai/protocol';
import { expect, it } from 'vitest';
import { bodyFailure } from './failure.js';

const failed = (error: string): RunSandboxFailure => ({
  success: false,
  error,
  errorInfo: { name: 'SyntaxError', message: error, code: 'MODULE', line: 2, column: 1 },
  logs: [],
});

it('tells a name that a package lacks from a package that is missing', () => {
  const next = (error: string) => bodyFailure(failed(error), (at) => at).next;
  expect(next('SyntaxError: module "@x/y" has no export named "prase"')).toContain('Import a name');
  expect(next('module "@x/y" is not installed')).toContain('packs list');
});
