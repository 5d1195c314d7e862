/**
 * A TLS certificate that signs itself, made on the spot: Node can sign, and has no way to write one.
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1
 * @module
 */
import { generateKeyPairSync, sign } from 'node:crypto';

/** Key and certificate, as PEM. */
export interface SelfSigned {
  key: string;
  cert: string;
}

/** Valid today, for the given DNS names and IPv4 addresses. */
export function selfSigned(names: readonly string[], addresses: readonly string[] = []): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('2.5.4.3'), der(0x0c, Buffer.from('test')))));
  const alternatives = [
    ...names.map((dnsName) => der(0x82, Buffer.from(dnsName))),
    ...addresses.map((address) => der(0x87, Buffer.from(address.split('.').map(Number)))),
  ];
  const extensions = sequence(
    sequence(oid('2.5.29.17'), der(0x04, sequence(...alternatives))),
    sequence(oid('2.5.29.19'), TRUE, der(0x04, sequence(TRUE))),
  );
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    name,
    sequence(time(-86_400_000), time(86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]);
  const base64 = sequence(body, ECDSA_SHA256, der(0x03, signature)).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const sequence = (...contents: Buffer[]): Buffer => der(0x30, ...contents);
const set = (...contents: Buffer[]): Buffer => der(0x31, ...contents);
const integer = (value: number): Buffer => der(0x02, Buffer.of(value));

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((arc) => {
    const septets = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) septets.unshift((left & 0x7f) | 0x80);
    return septets;
  });
  return der(0x06, Buffer.of(first * 40 + second, ...bytes));
}

function time(fromNowMs: number): Buffer {
  const digits = new Date(Date.now() + fromNowMs).toISOString().replace(/\D/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}

const TRUE = der(0x01, Buffer.of(0xff));
const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
