/**
 * Hashes and keys of Signature Version 4, with the host's cryptography.
 * @module
 */
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import { utf8Parts } from './utf8-parts.js';

/** What a signature is made of. */
export interface SignatureParts {
  secretAccessKey: string;
  /** `20130524T000000Z`. */
  date: string;
  /** From {@link credentialScope}. */
  scope: string;
  canonicalRequest: string;
}

type Subtle = typeof globalThis.crypto.subtle;

const encoder = new TextEncoder();

/** `20130524/us-east-1/s3/aws4_request`. */
export function credentialScope(date: string, region: string, service: string): string {
  return `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
}

/** SHA-256 as lower-case hexadecimal. */
export async function sha256(where: string, data: string | Uint8Array): Promise<string> {
  // Node hashes at once and without a copy, which WebCrypto makes on the caller's thread; pages have no other.
  const hash = globalThis.process?.getBuiltinModule?.('node:crypto').createHash('sha256');
  if (hash) {
    for (const part of typeof data === 'string' ? utf8Parts(data) : [data]) hash.update(part);
    return hash.digest('hex');
  }
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  // The window is never shared memory: readers copy that.
  return hex(await subtle(where).digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

/** The signature as lower-case hexadecimal. */
export async function signatureOf(where: string, parts: SignatureParts): Promise<string> {
  const { scope, date } = parts;
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${await sha256(where, parts.canonicalRequest)}`;
  let key: Uint8Array<ArrayBuffer> = encoder.encode(`AWS4${parts.secretAccessKey}`);
  for (const step of [...scope.split('/'), text]) key = await hmac(where, key, step);
  return hex(key.buffer);
}

async function hmac(where: string, key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const crypto = subtle(where);
  const imported = await crypto.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.sign('HMAC', imported, encoder.encode(text)));
}

// A page that was not loaded over https has none.
function subtle(where: string): Subtle {
  const found: Subtle | undefined = globalThis.crypto?.subtle;
  if (found) return found;
  throw new PackUnavailableError(where, 'WebCrypto', 'Serve the page over https, or from localhost');
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
