import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliError } from './errors/problem.js';
import { findPackageFile, isPackageFile } from './packages.js';

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'nodetool-packages-')));
  mkdirSync(join(root, 'store/data-set/data'), { recursive: true });
  mkdirSync(join(root, 'node_modules/@acme'), { recursive: true });
  mkdirSync(join(root, 'flows/deep'), { recursive: true });
  writeFileSync(join(root, 'store/data-set/package.json'), '{}');
  symlinkSync(join(root, 'store/data-set'), join(root, 'node_modules/data-set'));
  symlinkSync(join(root, 'store/data-set'), join(root, 'node_modules/@acme/set'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('findPackageFile', () => {
  it('finds a package upward of the workflow, through links', () => {
    const expected = { path: join(root, 'store/data-set/data/a b.csv'), packageDir: join(root, 'store/data-set') };
    expect(findPackageFile('npm:data-set/data/a b.csv', join(root, 'flows/deep'))).toEqual(expected);
    expect(findPackageFile('npm:@acme/set/data/a b.csv', join(root, 'flows/deep'))).toEqual(expected);
  });

  it.each([
    'npm:',
    'npm:data-set',
    'npm:data-set/',
    'npm:../x/y',
    'npm:data-set/../../etc/passwd',
    'npm:data-set/a\\..\\..\\b',
    'npm:/etc/passwd',
    'npm:data-set/./a',
    'npm:data-set/a\0b',
    'npm:@acme/set',
  ])('refuses %j', (text) => {
    expect(() => findPackageFile(text, root)).toThrow(CliError);
  });

  it('says how to install what is not there, without a path of this machine', () => {
    expect(() => findPackageFile('npm:no-such-set/a.csv', root)).toThrow(/"no-such-set" is not installed/);
    expect(() => findPackageFile('npm:no-such-set/a.csv', root)).not.toThrow(root);
  });
});

describe('isPackageFile', () => {
  it('looks at the scheme only', () => {
    expect([isPackageFile('npm:x'), isPackageFile('a.csv'), isPackageFile(3)]).toEqual([true, false, false]);
  });
});
