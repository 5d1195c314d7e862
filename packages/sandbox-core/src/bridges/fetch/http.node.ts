/**
 * HTTP in Node. Nothing of it is loaded before a run fetches something.
 * @module
 */
import type { HttpTransport } from './transport.js';

/** Node's own HTTP client: a run without a fetch loads none of it. */
export const nodeHttpTransport: HttpTransport = {
  followsRedirects: false,
  openSession: async (network) => {
    const { NodeHttpSession } = await import('./session.node.js');
    return new NodeHttpSession(network);
  },
  resolveHost: async (hostname, signal) => {
    const { lookupAll } = await import('./lookup.node.js');
    return lookupAll(hostname, signal);
  },
};
