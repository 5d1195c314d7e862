/**
 * Sockets that lead to checked addresses only.
 * @module
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SandboxNetwork } from '@nodetool-ai/protocol/core';

/** Time in ms after which the next address is tried beside the one that does not answer (RFC 8305, section 5). */
const ATTEMPT_DELAY_MS = 250;
/** A name may have any number of addresses; one request must not become a scan of them. */
const MAX_ADDRESSES_TRIED = 8;

/** Where a socket shall lead. */
export interface PinnedTarget {
  /** The name, or the address, in the URL; without brackets. It is what a certificate is checked against. */
  hostname: string;
  port: number;
  isTls: boolean;
  addresses: readonly string[];
  network: SandboxNetwork | undefined;
  /** Certificates of further authorities, as PEM. */
  ca: string | undefined;
  signal: AbortSignal;
}

/** A connected socket, over TLS where asked. No name is resolved here: that would undo the check of its addresses. */
export async function connectPinned(target: PinnedTarget): Promise<Socket> {
  const socket = await connectFirst(target);
  return target.isTls ? secure(socket, target) : socket;
}

/** The first of the addresses that answers. */
function connectFirst({ addresses, hostname, port, network, signal }: PinnedTarget): Promise<Socket> {
  const tried = addresses.slice(0, MAX_ADDRESSES_TRIED);
  return new Promise((resolve, reject) => {
    const trying = new Set<Socket>();
    let next = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let firstError: unknown;
    let hasEnded = false;

    const end = () => {
      hasEnded = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      for (const socket of trying) socket.destroy();
    };
    const abort = () => {
      end();
      reject(signal.reason);
    };
    const fail = (error: unknown) => {
      firstError ??= error;
      tryNext();
    };
    const tryNext = () => {
      if (hasEnded) return;
      clearTimeout(timer);
      const address = tried[next++];
      if (address === undefined) {
        if (trying.size > 0) return;
        end();
        reject(firstError ?? new Error('no address to connect to'));
        return;
      }
      let socket: Socket;
      try {
        socket = open(network?.connect?.({ address, port, hostname }) ?? { address, port });
      } catch (error) {
        fail(error);
        return;
      }
      trying.add(socket);
      socket.once('connect', () => {
        trying.delete(socket);
        end();
        resolve(socket);
      });
      // Stays: an error without a listener would end the host's process.
      socket.on('error', (error) => {
        trying.delete(socket);
        fail(error);
      });
      if (next < tried.length) timer = setTimeout(tryNext, ATTEMPT_DELAY_MS);
    };
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    tryNext();
  });
}

function open({ address, port }: { address: string; port: number }): Socket {
  if (isIP(address) === 0) throw new TypeError('an address to connect to must not be a name');
  return connectTcp({ host: address, port, noDelay: true });
}

function secure(socket: Socket, { hostname, ca, signal }: PinnedTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // `host` is only what the certificate must be for: the socket is connected already.
    const secured = connectTls({
      socket,
      host: hostname,
      // A name in TLS has no dot at its end (RFC 6066, section 3), and an address is no name.
      ...(isIP(hostname) === 0 && { servername: hostname.replace(/\.+$/, '') }),
      ...(ca !== undefined && { ca }),
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
    });
    const abort = () => secured.destroy(signal.reason as Error);
    const end = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    secured.once('secureConnect', () => {
      end();
      resolve(secured);
    });
    // Stays, as above.
    secured.on('error', (error) => {
      end();
      socket.destroy();
      reject(error);
    });
    // A peer may also close without an error.
    secured.once('close', () => reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })));
  });
}
