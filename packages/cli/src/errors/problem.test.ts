import { describe, expect, it } from 'vitest';
import { createPalette } from '../text/palette.js';
import { CliError, renderProblem, usageError } from './problem.js';

const plain = createPalette(false);

describe('renderProblem', () => {
  it('says what, to what, where and what next', () => {
    const text = renderProblem(
      {
        message: 'TypeError: not a function',
        code: 'GUEST',
        nodeId: 'clean',
        at: { file: 'bodies/clean.js', line: 1, column: 7, text: 'await x();' },
        next: 'Check the name.',
      },
      plain,
    );
    expect(text.split('\n')).toEqual([
      'error: node "clean": TypeError: not a function [GUEST]',
      '  at bodies/clean.js:1:7',
      '  > 1 | await x();',
      '      |       ^',
      '  next: Check the name.',
    ]);
  });

  it('indents further lines of a message and cannot be repainted by it', () => {
    expect(renderProblem({ message: 'a\nb\u001b[1A' }, plain)).toBe('error: a\n  b\\x1b[1A');
  });

  it('marks a warning', () => {
    expect(renderProblem({ message: 'a', severity: 'warning' }, plain)).toBe('warning: a');
  });
});

describe('CliError', () => {
  it('carries several problems and the exit status', () => {
    const error = new CliError([{ message: 'a' }, { message: 'b' }]);
    expect([error.exitCode, error.problems.length, error.message]).toEqual([1, 2, 'a\nb']);
    expect(usageError('x', 'y').exitCode).toBe(2);
  });
});
