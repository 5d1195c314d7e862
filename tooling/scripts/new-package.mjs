/** `node tooling/scripts/new-package.mjs package|pack NAME "One sentence."`: starts a package from the template. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderTemplate } from './render-template.mjs';
import { root } from './steps.mjs';

const [kind, name = '', description = ''] = process.argv.slice(2);
if ((kind !== 'package' && kind !== 'pack') || !/^[a-z][a-z0-9-]*$/.test(name) || !/^[A-Z].*\.$/.test(description)) {
  console.error('Usage: new-package.mjs package|pack NAME "One sentence that says what it is for."');
  process.exit(1);
}
const folder = kind === 'pack' ? `packages/sandbox-packs/${name}` : `packages/${name}`;
if (existsSync(join(root, folder))) {
  console.error(`${folder} exists already: choose another name.`);
  process.exit(1);
}
for (const [path, text] of renderTemplate(kind, { name, description })) {
  const target = join(root, folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
console.log(`${folder} is ready. Next:
  add { "path": "${folder}" } to the root tsconfig.json
  add its arrows to tooling/lint/rules.mjs${kind === 'pack' ? ' (packs share one row)' : ''}
  npx -y pnpm@12.4.2 install`);
