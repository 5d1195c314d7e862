/** Fills in a package template. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const templates = fileURLToPath(new URL('../template/', import.meta.url));

/**
 * Files of a new package by path.
 * @param {'package' | 'pack'} kind
 * @param {{ name: string, description: string }} values `name` without scope and without `sandbox-`
 * @returns {Map<string, string>}
 */
export function renderTemplate(kind, values) {
  const folder = join(templates, kind);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, 'utf8')
        .replaceAll('__NAME__', values.name)
        .replaceAll('__CONSTANT__', values.name.toUpperCase().replaceAll('-', '_'));
      return [
        path.slice(folder.length + 1).replaceAll('\\', '/'),
        text.replaceAll('__DESCRIPTION__', values.description),
      ];
    }),
  );
}
