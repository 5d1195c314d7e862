/**
 * HTTP servers on this machine, for tests.
 * @module
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Answers one request; a server handles one that throws by closing the connection. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A running server, and what it saw. */
export interface LocalServer {
  readonly port: number;
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly origin: string;
  /** Method and path of each request, in order. */
  readonly requests: string[];
  /** Connections accepted so far. */
  connections(): number;
  /** Connections that are still open. */
  open(): number;
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1, on a port of the system's choice. */
export async function serve(handler: Handler, server: Server = createServer()): Promise<LocalServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.on('error', () => undefined);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: () => accepted,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Waits for something that another party does, at most 5 s. */
export async function eventually(isSo: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < 5000 && !isSo(); waitedMs += 10) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return isSo();
}
