import { describe, expect, it } from 'vitest';
import { absentNameHint } from './absent-name-hint.js';
import {
  ABSENT_GUEST_GLOBALS,
  BLOCKED_TIMER_GLOBALS,
  DELETED_GUEST_GLOBALS,
  EXPOSED_BRIDGE_NAMES,
  GUEST_CLASS_NAMES,
  GUEST_GLOBALS_SNAPSHOT,
  GUEST_HELPER_NAMES,
  isReservedSandboxName,
  LATER_GUEST_NAMES,
  RESERVED_SANDBOX_NAMES,
} from './name-tables.js';

describe('name tables', () => {
  it('reserves every installed, later, deleted and blocked name, and the private prefix', () => {
    for (const name of [
      ...EXPOSED_BRIDGE_NAMES,
      ...GUEST_HELPER_NAMES,
      ...GUEST_CLASS_NAMES,
      ...DELETED_GUEST_GLOBALS,
      ...BLOCKED_TIMER_GLOBALS,
      '__nodetoolAnything',
      '__nodetool',
    ]) {
      expect(isReservedSandboxName(name), name).toBe(true);
    }
    expect(isReservedSandboxName('input')).toBe(false);
    expect(isReservedSandboxName('constructor')).toBe(false);
  });

  it('has a sorted snapshot without doubles, without private, later or deleted names', () => {
    expect([...GUEST_GLOBALS_SNAPSHOT].sort()).toEqual(GUEST_GLOBALS_SNAPSHOT);
    expect(new Set(GUEST_GLOBALS_SNAPSHOT).size).toBe(GUEST_GLOBALS_SNAPSHOT.length);
    const absent = [...LATER_GUEST_NAMES, ...DELETED_GUEST_GLOBALS, ...BLOCKED_TIMER_GLOBALS, ...ABSENT_GUEST_GLOBALS];
    expect(absent.filter((name) => GUEST_GLOBALS_SNAPSHOT.includes(name))).toEqual([]);
  });

  it('installs every exposed name that is not for later', () => {
    const now = [...EXPOSED_BRIDGE_NAMES, ...GUEST_HELPER_NAMES, ...GUEST_CLASS_NAMES].filter(
      (name) => !LATER_GUEST_NAMES.includes(name) && !name.startsWith('__'),
    );
    expect(now.filter((name) => !GUEST_GLOBALS_SNAPSHOT.includes(name))).toEqual([]);
  });

  it('has each reserved name once', () => {
    expect(new Set(RESERVED_SANDBOX_NAMES).size).toBe(RESERVED_SANDBOX_NAMES.length);
  });
});

describe('hints for absent names', () => {
  it('exist for every name that a program could miss, and say what to use', () => {
    const names = [
      ...LATER_GUEST_NAMES.filter((name) => !name.startsWith('__')),
      ...DELETED_GUEST_GLOBALS,
      ...BLOCKED_TIMER_GLOBALS,
      ...ABSENT_GUEST_GLOBALS,
    ];
    for (const name of names) {
      const hint = absentNameHint(name);
      expect(hint, name).toMatch(/\. ?[A-Z].+\.?$|: .+\./);
      expect(hint?.length, name).toBeGreaterThan(30);
    }
  });

  it('are exact for common ones', () => {
    expect(absentNameHint('setTimeout')).toContain('sleep(ms)');
    expect(absentNameHint('image')).toContain('image is not available in this version of the sandbox');
    expect(absentNameHint('btoa')).toContain('toBase64');
    expect(absentNameHint('require')).toContain('import');
  });

  it('are absent for what exists, for names of the program and for names of Object.prototype', () => {
    for (const name of [...GUEST_GLOBALS_SNAPSHOT, 'myVariable', 'constructor', '__proto__', '']) {
      expect(absentNameHint(name), name).toBeUndefined();
    }
  });
});
