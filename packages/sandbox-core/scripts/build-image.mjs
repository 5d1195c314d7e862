// Writes the prepared guest to `dist/guest.image`. Needs `dist`: run it after the compiler.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildImage } from '../dist/engine/build-image.js';
import { writeImage } from '../dist/engine/image-file.js';
import { GUEST_DIGEST } from '../dist/generated/guest-digest.js';
import { nodePlatform } from '../dist/platform.node.js';

const image = await buildImage(await nodePlatform.compileEngine());
await writeFile(fileURLToPath(new URL('../dist/guest.image', import.meta.url)), writeImage(image, GUEST_DIGEST));
