/**
 * Serves a built page, as a page would be deployed.
 * @module
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** How a page is served. */
export interface ServeOptions {
  /** With the two headers that give a page shared memory. */
  isolated: boolean;
  /** `Content-Security-Policy`; default none. */
  policy?: string;
  /** Pages of other origins may load the files. */
  crossOrigin?: boolean;
  /** Answers what is no file of the page; `false` for a request it does not know. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A running server. */
export interface PageServer {
  /** Such as `http://localhost:41273`: a name that browsers take for a secure context. */
  origin: string;
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const CROSS_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Serves `folder` on a free port of this machine. */
export async function servePage(
  folder: string,
  { isolated, policy, crossOrigin, answer }: ServeOptions,
): Promise<PageServer> {
  const server = createServer(async (request, response) => {
    if (answer?.(request, response)) return;
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(isolated ? ISOLATION : {}),
      ...(crossOrigin ? CROSS_ORIGIN : {}),
      ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
