/** With these two headers the page gets shared memory. The sandbox also works without, and then cancels by other means. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default {
  server: { headers },
  preview: { headers },
  // Vite's development server would take the package's workers and its engine apart.
  optimizeDeps: { exclude: ['@nodetool-ai/sandbox-core'] },
};
