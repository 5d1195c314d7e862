import { describe, expect, it } from 'vitest';
import { isWindowsName, workspaceKey } from './paths.js';

describe('keys of workspace paths', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ['./a.txt', 'a.txt'],
    ['././a', 'a'],
    ['/a.txt', 'a.txt'],
    ['//a//b', 'a/b'],
    ['/etc/passwd', 'etc/passwd'],
    ['workspace/a', 'a'],
    ['/workspace/a', 'a'],
    ['./workspace/a', 'a'],
    ['workspace/workspace/a', 'workspace/a'],
    ['/workspace', ''],
    ['/workspace/', ''],
    ['workspace', 'workspace'],
    ['workspaces/a', 'workspaces/a'],
    ['a/./b/../c/', 'a/c'],
    ['a/..', ''],
    ['.', ''],
    ['/', ''],
    ['...', '...'],
    ['.env', '.env'],
    ['.../x', '.../x'],
    ['a\\b', 'a\\b'],
    [' a b\n', ' a b\n'],
  ])('makes %j the key %j', (path, key) => {
    expect(workspaceKey(path)).toBe(key);
  });

  it.each(['..', '../a', 'a/../../b', '/..', '/../etc', 'workspace/../a', './../a', 'a/b/../../..'])(
    'refuses %j, which climbs out',
    (path) => {
      expect(() => workspaceKey(path)).toThrow(/outside the workspace/);
    },
  );

  it('takes backslashes for separators on Windows only', () => {
    expect(workspaceKey('a\\..\\b', true)).toBe('b');
    expect(workspaceKey('\\workspace\\b', true)).toBe('b');
    expect(() => workspaceKey('a\\..\\..\\b', true)).toThrow(/outside the workspace/);
    expect(workspaceKey('..\\..\\b')).toBe('..\\..\\b');
  });

  it('refuses NUL, and shows a path in one line and cut', () => {
    expect(() => workspaceKey('a\0b')).toThrow(/NUL/);
    expect(() => workspaceKey(`../a\nb${'x'.repeat(5000)}`)).toThrow(/^"\.\.\/a\\nbx{1,200}…" leads/);
  });
});

describe('names on Windows', () => {
  // Source: Microsoft, "Naming Files, Paths, and Namespaces".
  it.each(['a:b', 'C:', 'nul', 'NUL.txt', 'com1', 'LPT9.log', 'CONIN$', 'a.', 'a ', 'a?', 'a*', '<a>', 'a|b', '"a"'])(
    'refuse %j',
    (part) => {
      expect(isWindowsName(part)).toBe(false);
    },
  );

  it.each(['a', 'null', 'console.log', 'com', 'com10', '.env', 'a b', 'aux-in', ''])('take %j', (part) => {
    expect(isWindowsName(part)).toBe(true);
  });
});
