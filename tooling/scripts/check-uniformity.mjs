/** `pnpm check:packages`: every published package keeps the shape of `tooling/template`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageProblems } from './package-shape.mjs';
import { publishedFolders } from './workspace.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = publishedFolders(root);
/** @param {string} path */
const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);

const problems = folders.flatMap((folder) => packageProblems(folder, (path) => read(`${folder}/${path}`)));
const referenced = new Set(
  JSON.parse(read('tsconfig.json') ?? '{}').references?.map((/** @type {{ path: string }} */ r) => r.path),
);
for (const folder of folders)
  if (!referenced.has(folder)) problems.push(`${folder}: not referenced by the root tsconfig.json`);

for (const problem of problems) console.error(problem);
console.log(`Package shape: ${folders.length} packages, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
