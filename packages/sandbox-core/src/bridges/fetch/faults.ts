/**
 * Faults of a network in words: what happened, to what, what to do next. Codes are Node's; its own texts name addresses
 * of the host's network, so they are not passed on.
 * @module
 */

const RESET = 'closed the connection before its answer was complete. Try again later';
const UNREACHABLE = 'cannot be reached from here. Check the host, or try again later';

const TEXTS: Record<string, string> = {
  ENOTFOUND: 'is a name that does not exist. Check its spelling',
  ENODATA: 'is a name without an address. Check its spelling',
  EAI_AGAIN: 'cannot be looked up just now. Try again later',
  ECONNREFUSED: 'refused the connection. Check the port, or try again later',
  ECONNRESET: RESET,
  ECONNABORTED: RESET,
  EPIPE: RESET,
  ERR_STREAM_PREMATURE_CLOSE: RESET,
  ETIMEDOUT: 'did not answer: the connection timed out. Try again later',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  HPE_HEADER_OVERFLOW: 'sent headers that are too long. At most 64 KiB are read',
  CERT_HAS_EXPIRED: 'has a TLS certificate that has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a TLS certificate that it signed itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a TLS certificate of an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a TLS certificate of an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'sends an incomplete chain of TLS certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a TLS certificate for another name',
};

/** What Node or a page throws, in words for the program. What was made here has them already. */
export async function explained<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explanationOf(error, host, signal);
  }
}

/** The same for a body, which may break at any chunk. */
export async function* explainedBody(
  host: string,
  signal: AbortSignal,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw explanationOf(error, host, signal);
  }
}

function explanationOf(error: unknown, host: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  return error instanceof Error && error.message.startsWith('fetch: ') ? error : networkFault(error, host);
}

/** An error for the program, with the code of the fault where there is one. */
export function networkFault(error: unknown, host: string): Error {
  const code = codeOf(error);
  const fault = new Error(`fetch: ${host} ${textOf(code)}`);
  return code === undefined ? fault : Object.assign(fault, { code });
}

function textOf(code: string | undefined): string {
  if (code === undefined) return 'could not be asked: the request failed. Try again later';
  const known = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;
  if (known !== undefined) return `${known} (${code})`;
  if (code.startsWith('HPE_')) return `did not answer in valid HTTP (${code}). Check the port and the scheme`;
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO|CERT_|UNABLE_TO_|INVALID_)/.test(code)) {
    return `could not be asked over TLS (${code}). Check that the port speaks https`;
  }
  if (/^(?:Z_|ERR_BROTLI|ERR__ERROR_|ERR_ZSTD|ZSTD_)/.test(code)) {
    return `sent a compressed body that is broken (${code})`;
  }
  return `could not be asked: the request failed (${code})`;
}

/** Several attempts may hide behind one error, and a reason behind another. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && code.length <= 100) return code;
  return cause === undefined || cause === error ? undefined : codeOf(cause);
}
