import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalServer, serve } from '../../../test/local-server.js';
import { selfSigned } from '../../../test/self-signed.js';
import { runInSandbox } from '../../index.node.js';
import { readBody } from './body.js';
import { networkFault } from './faults.js';
import { NodeHttpSession } from './session.node.js';

const PUBLIC = '93.184.216.34';
const { key, cert } = selfSigned(['api.example'], [PUBLIC]);

let server: LocalServer;
let session: NodeHttpSession;
const connect = () => ({ address: '127.0.0.1', port: server.port });

beforeEach(async () => {
  server = await serve((request, response) => {
    const { servername } = request.socket as TLSSocket & { servername?: string | false };
    response.end(JSON.stringify({ servername, host: request.headers.host }));
  }, createServer({ key, cert }));
  session = new NodeHttpSession({ connect }, cert);
});
afterEach(async () => {
  session.close();
  await server.close();
});

async function send(url: string, signal = new AbortController().signal) {
  const response = await session.send({
    url: new URL(url),
    method: 'GET',
    headers: [],
    body: undefined,
    addresses: [PUBLIC],
    redirect: 'follow',
    signal,
  });
  const { bytes } = await readBody(response, 10_000);
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}

describe('NodeHttpSession over TLS', () => {
  it('asks for the name, checks its certificate and sends it as host, over a socket to the checked address', async () => {
    expect(await send('https://api.example:8443/')).toEqual({ servername: 'api.example', host: 'api.example:8443' });
  });

  it('names no dot at the end of a name', async () => {
    expect(await send('https://api.example./')).toEqual({ servername: 'api.example', host: 'api.example.' });
  });

  it('checks the certificate of an address by the address in the URL', async () => {
    expect(await send(`https://${PUBLIC}/`)).toEqual({ servername: false, host: PUBLIC });
    await expect(send('https://93.184.216.35/')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('refuses the certificate of another name', async () => {
    const refused = send('https://other.example/');
    await expect(refused).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(networkFault(await refused.catch((error: unknown) => error), 'other.example').message).toBe(
      'fetch: other.example has a TLS certificate for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
    );
    expect(server.requests).toEqual([]);
  });

  it('keeps a connection for the next request', async () => {
    await send('https://api.example/');
    await send('https://api.example/');
    expect(server.connections()).toBe(1);
  });

  it('sends nothing once it is closed', async () => {
    session.close();
    await expect(send('https://api.example/')).rejects.toThrow(/has ended/);
    expect(server.connections()).toBe(0);
  });
});

describe('a run', () => {
  const failure = async (url: string) => {
    const outcome = await runInSandbox({
      code: 'return await fetch(url).catch((e) => e.message + "; " + e.code);',
      globals: { url },
      limits: { allowPrivateNetwork: true },
      network: { resolveHost: async () => [PUBLIC], connect },
      execution: 'inline',
    });
    return outcome.success && outcome.result;
  };

  it('refuses a certificate that signs itself, whatever the environment says', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    try {
      expect(await failure('https://api.example/')).toBe(
        'fetch: api.example has a TLS certificate that it signed itself (DEPTH_ZERO_SELF_SIGNED_CERT); DEPTH_ZERO_SELF_SIGNED_CERT',
      );
    } finally {
      warned.mockRestore();
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
    expect(server.requests).toEqual([]);
  });

  it('says that a port does not speak TLS', async () => {
    await server.close();
    server = await serve((_, response) => response.end());
    expect(await failure('https://plain.example/')).toMatch(
      /plain\.example could not be asked over TLS \((ERR_SSL_|EPROTO)/,
    );
  });
});
