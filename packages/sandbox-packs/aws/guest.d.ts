/** Signs requests to AWS with Signature Version 4; nothing is sent. Every call returns a promise. */

/** What both functions take. */
export interface AwsSigningOptions {
  /** Absolute `https:` URL without `#`; `http:` on loopback only. At most 65 536 characters. `+` in a query is a space. */
  url: string;
  /** In any letter case; default `"GET"`. */
  method?: string;
  /** Default `"s3"`. */
  service?: string;
  /** Default `"us-east-1"`. */
  region?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials. */
  sessionToken?: string | null;
  /** Plain object, at most 100 headers of 8192 characters of ASCII. All are signed and must be sent. */
  headers?: Record<string, string | number | boolean | null | undefined> | null;
  /** ISO 8601 (without a zone: UTC) or milliseconds since 1970; default now. For tests and wrong clocks. */
  date?: string | number | null;
}

/** Options of {@link sigv4}. */
export interface SigV4Options extends AwsSigningOptions {
  /** What will be sent: text or bytes, at most 10 485 760 bytes. */
  body?: string | Uint8Array | ArrayBuffer | null;
  /** SHA-256 of the body in lower-case hexadecimal, or `"UNSIGNED-PAYLOAD"`; default: hash of `body`. */
  payloadHash?: string | null;
}

/** Goes into `fetch(url, { method, headers, body })`. */
export interface SignedAwsRequest {
  /** With exactly the query that was signed. */
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** The given ones, `x-amz-date`, for S3 `x-amz-content-sha256`, with a token `x-amz-security-token`, `Authorization`. */
  headers: Record<string, string>;
}

/**
 * Signs a request in its headers. `host` is signed and left out, since `fetch` sets the same one.
 * @throws codes `aws.bad-argument`, `aws.too-large`, `aws.too-many`, `aws.unavailable`; no message holds a secret
 * @example
 * const signed = await sigv4({ method: 'PUT', url, body, accessKeyId, secretAccessKey });
 * const res = await fetch(signed.url, { method: 'PUT', headers: signed.headers, body });
 */
export function sigv4(options: SigV4Options): Promise<SignedAwsRequest>;

/** Options of {@link presign}. */
export interface PresignOptions extends AwsSigningOptions {
  /** Seconds, default 3600, clamped to 1…604 800. */
  expiresIn?: number;
}

/**
 * Signs a URL that can be used without credentials until it ends. The payload is not signed.
 * @throws codes `aws.bad-argument`, `aws.too-large`, `aws.too-many`, `aws.unavailable`; no message holds a secret
 * @example
 * const link = await presign({ url: 'https://bucket.s3.amazonaws.com/a.txt', accessKeyId, secretAccessKey, expiresIn: 600 });
 */
export function presign(options: PresignOptions): Promise<string>;

declare const aws: { readonly sigv4: typeof sigv4; readonly presign: typeof presign };
export default aws;
