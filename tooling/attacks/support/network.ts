/**
 * The network of a host under attack: names, addresses and servers that are all on this machine.
 * @module
 */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunSandboxOptions, SandboxNetwork } from '@nodetool-ai/protocol';

/** An address of the public internet, as documentation of the protocol gives it. */
export const PUBLIC = '93.184.216.34';

/** Options of a run whose network is watched. */
export interface WatchedNetwork extends Pick<RunSandboxOptions, 'network'> {
  /** Names that were asked for. */
  asked: string[];
  /** Addresses to which sockets were opened. */
  connected: string[];
  /** Requests that reached a server: method, path and all header lines as they came. */
  requests: { line: string; headers: string[] }[];
}

/**
 * A network whose names have `answers`, in turn; the last one holds from then on. Sockets for any address lead to a
 * server here, which answers what `reply` says.
 */
export async function watchedNetwork(
  answers: readonly (readonly string[])[] | ((hostname: string) => Promise<readonly string[]>) = [[PUBLIC]],
  reply: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end('reached'),
): Promise<WatchedNetwork> {
  const seen: WatchedNetwork = { asked: [], connected: [], requests: [] };
  const port = await serve((request, response) => {
    seen.requests.push({ line: `${request.method} ${request.url}`, headers: request.rawHeaders });
    reply(request, response);
  });
  const network: SandboxNetwork = {
    resolveHost: async (hostname) => {
      seen.asked.push(hostname);
      if (typeof answers === 'function') return answers(hostname);
      return answers[Math.min(seen.asked.length, answers.length) - 1] ?? [];
    },
    connect: ({ address }) => {
      seen.connected.push(address);
      return { address: '127.0.0.1', port };
    },
  };
  return { ...seen, network };
}

/** A server that does not keep the process alive, and goes with it. */
async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(handler).unref();
  server.on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A name server on this machine that gives one IPv4 address per question, in turn, each good for no time at all. */
export async function rebindingResolver(addresses: readonly string[]): Promise<(name: string) => Promise<string[]>> {
  const socket = createSocket('udp4').unref();
  let questions = 0;
  socket.on('message', (message, { port, address }) => {
    const end = message.indexOf(0, 12) + 5;
    const answer = addresses[Math.min(questions++, addresses.length - 1)] as string;
    const head = Buffer.from(message.subarray(0, 12));
    // A response without an error; one question, one answer (RFC 1035, section 4.1.1).
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(1, 6);
    head.writeUInt32BE(0, 8);
    // The name by pointer, type A, class IN, time to live 0, four bytes.
    const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...answer.split('.').map(Number)]);
    socket.send(Buffer.concat([head, message.subarray(12, end), record]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return (name) => resolver.resolve4(name);
}
