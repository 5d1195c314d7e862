/**
 * Serves modules to a page from the route of the compiler, over Node's own server.
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SANDBOX_MODULES_PATH } from '@nodetool-ai/protocol';

/** Stands for whatever lies between a server and a page. */
export type ChangeAnswer = (path: string, answer: Response) => Response | Promise<Response>;

/** For `answer` of {@link servePage}: requests for modules go to the route, all others are left alone. */
export function serveModules(
  route: (request: Request) => Promise<Response>,
  change: ChangeAnswer = (_path, answer) => answer,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const path = request.url ?? '/';
    if (!path.startsWith(SANDBOX_MODULES_PATH)) return false;
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const asked = new Request(`http://localhost${path}`, { method: request.method ?? 'GET', headers });
    void route(asked)
      .then((answer) => change(path, answer))
      .then(async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(new Uint8Array(await answer.arrayBuffer()));
      })
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
    return true;
  };
}
