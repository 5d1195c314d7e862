/**
 * Folders that a test makes and that go away with it.
 * @module
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Files by path: text, bytes, or an object that is written as JSON. */
export type FileTree = Record<string, string | Uint8Array | object>;

/** Writes files under a folder. */
export function writeTree(dir: string, files: FileTree): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(dir, path);
    mkdirSync(dirname(target), { recursive: true });
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(target, isRaw ? content : JSON.stringify(content));
  }
}

/** A new empty folder with these files, by its real path; removed when the test ends. */
export function temporaryFolder(files: FileTree = {}): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'nodetool-compiler-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeTree(dir, files);
  return dir;
}

/** package.json of a pack. */
export function packJson(name: string, sandboxModules: object[], more: object = {}): object {
  return { name, version: '1.2.3', type: 'module', nodetool: { apiVersion: 1, sandboxModules }, ...more };
}

/** SKILL.md that is right for a pack name. */
export function skillText(packName: string): string {
  const name = packName.slice(packName.lastIndexOf('/') + 1);
  return `---\nname: ${name}\ndescription: Greets people.\n---\n# ${packName}\n\n## hello\n\nhello(name)\n`;
}
