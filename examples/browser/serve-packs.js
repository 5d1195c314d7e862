/** A plugin for Vite: its server offers the packs installed beside this page. */
import { fileURLToPath } from 'node:url';
import { createModuleRoute, loadCatalog } from '@nodetool-ai/sandbox-compiler';

const searchPaths = [fileURLToPath(new URL('../node_modules', import.meta.url))];

export function servePacks() {
  return {
    name: 'serve-packs',
    configureServer(server) {
      // What must be compiled is compiled now, and cached: the first request may wait for it.
      const ready = loadCatalog({ searchPaths }).then((catalog) => createModuleRoute(catalog));
      ready.catch((error) => server.config.logger.error(`The packs cannot be served: ${error.message}`));
      server.middlewares.use(async ({ url, method, headers }, response, next) => {
        if (!url.startsWith('/api/sandbox-modules')) return next();
        try {
          const answer = await (await ready)(new Request(`http://localhost${url}`, { method, headers }));
          response.writeHead(answer.status, Object.fromEntries(answer.headers));
          response.end(new Uint8Array(await answer.arrayBuffer()));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
