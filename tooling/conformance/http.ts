/**
 * The server that programs of the table fetch from. In a page it is the page's own, so that no rule about origins plays
 * a part.
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request of a program; `false` for one that is none. */
export function answerProgram(request: IncomingMessage, response: ServerResponse): boolean {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (!path.startsWith('/http/')) return false;
  switch (path) {
    case '/http/text':
      response.writeHead(200, { 'Content-Type': 'text/plain', 'X-Test': 'one' }).end('hello');
      break;
    case '/http/json':
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"a":[1,{"b":null}]}');
      break;
    case '/http/missing':
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('gone');
      break;
    case '/http/long':
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('x'.repeat(5000));
      break;
    case '/http/redirect':
      response.writeHead(302, { Location: '/http/text' }).end();
      break;
    case '/http/loop':
      response.writeHead(302, { Location: '/http/loop' }).end();
      break;
    case '/http/echo':
      echo(request, response);
      break;
    default:
      // `/http/never`: no answer until the connection is closed.
      break;
  }
  return true;
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    const { method, headers } = request;
    const heard = { method, type: headers['content-type'], keep: headers['x-keep'], cookie: headers.cookie, body };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(heard));
  });
}

/** Serves programs that do not run in a page. */
export async function serveHttp(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    if (!answerProgram(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
