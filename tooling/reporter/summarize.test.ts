import { describe, expect, it } from 'vitest';
import { summarize } from './summarize.mjs';

function file(state: string, ...tests: string[]) {
  return {
    moduleId: '/repo/a.test.ts',
    relativeModuleId: 'a.test.ts',
    state: () => state,
    children: {
      allTests: () => tests.map((result, index) => ({ fullName: `case ${index}`, result: () => ({ state: result }) })),
    },
  };
}

describe('the closing counts', () => {
  it('add up the tests of all files', () => {
    const summary = summarize(
      [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')],
      0,
      'failed',
      false,
    );
    expect(summary).toMatchObject({ passed: 3, failed: 1, skipped: 0 });
  });

  it('count a file that fails without a failing test once', () => {
    expect(summarize([file('failed'), file('failed', 'passed')], 0, 'failed', false)).toMatchObject({
      passed: 1,
      failed: 2,
    });
  });

  it('count each unhandled error', () => {
    expect(summarize([file('passed', 'passed')], 2, 'failed', false)).toMatchObject({ passed: 1, failed: 2 });
  });

  it('name skipped tests, and fail them when everything is required', () => {
    const files = [file('passed', 'passed', 'skipped')];
    expect(summarize(files, 0, 'passed', false)).toEqual({
      passed: 1,
      failed: 0,
      skipped: 1,
      skippedNames: ['a.test.ts > case 1'],
    });
    expect(summarize(files, 0, 'passed', true)).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
  });

  it('do not fail a suite whose data lies outside the repository', () => {
    const outside = file('passed', 'passed', 'skipped');
    const [first, second] = outside.children.allTests();
    outside.children.allTests = () => [first!, { ...second!, fullName: 'vectors [outside data] > case' }];
    expect(summarize([outside], 0, 'passed', true)).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
  });

  it('are a failure when nothing ran or the run was cut short', () => {
    expect(summarize([], 0, 'passed', false).failed).toBe(1);
    expect(summarize([file('passed', 'passed')], 0, 'interrupted', false).failed).toBe(1);
  });
});
