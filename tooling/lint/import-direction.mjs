/** `pnpm lint`: names every import that goes against the arrows of the architecture. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedFolders } from '../scripts/workspace.mjs';
import { findImports } from './imports.mjs';
import { arrowViolation, importViolation, isPackName } from './rules.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const skipped = new Set(['node_modules', 'dist', 'generated', 'fixtures']);
const problems = [];
let files = 0;

for (const folder of publishedFolders(root)) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const dependencies = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  });
  const from = { name: manifest.name, isPack: isPackName(manifest.name), dependencies };
  for (const dependency of dependencies) {
    const problem = arrowViolation(from, dependency);
    if (problem) problems.push(`${folder}/package.json: ${problem}`);
  }
  for (const file of sources(join(root, folder))) {
    files++;
    for (const found of importsOf(folder, file)) {
      const problem = importViolation(from, file, found);
      if (problem) problems.push(`${folder}/${file}:${found.line}: ${problem}`);
    }
  }
}

for (const problem of problems) console.error(problem);
console.log(`Import directions: ${files} files, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * @param {string} folder
 * @param {string} file
 */
function importsOf(folder, file) {
  try {
    return findImports(readFileSync(join(root, folder, file), 'utf8'));
  } catch (error) {
    problems.push(`${folder}/${file}: does not parse: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

/**
 * Source files below a package's folder, relative to it. Packages inside it have their own turn.
 * @param {string} base
 * @param {string} [below]
 * @returns {string[]}
 */
function sources(base, below = '') {
  return readdirSync(join(base, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : sources(base, path);
    return /\.[cm]?[jt]s$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}
