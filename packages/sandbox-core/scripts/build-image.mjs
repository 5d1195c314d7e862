// Writes the prepared guest to `dist/guest.image`. Needs `dist`: run it after the compiler.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildImage } from '../dist/engine/build-image.js';
import { writeImage } from '../dist/engine/image-file.js';
import { GUEST_DIGEST } from '../dist/generated/guest-digest.js';
import { nodePlatform } from '../dist/platform.node.js';

const image = await buildImage(await nodePlatform.compileEngine());
const bytes = writeImage(image, GUEST_DIGEST);
const at = (path) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));
await writeFile(at('guest.image'), bytes);

const compiled = await readFile(at('generated/image-digest.js'), 'utf8');
const digest = createHash('sha256').update(bytes).digest('hex');
await writeFile(
  at('generated/image-digest.js'),
  compiled.replace(/IMAGE_SHA256 = '[^']*'/, `IMAGE_SHA256 = '${digest}'`),
);
