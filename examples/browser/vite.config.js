import { servePacks } from './serve-packs.js';

/** With these two headers the page gets shared memory. The sandbox also works without, and then cancels by other means. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default {
  plugins: [servePacks()],
  server: { headers },
  preview: { headers },
};
