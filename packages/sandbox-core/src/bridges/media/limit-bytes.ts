/**
 * The one refusal of media that are too large.
 * @module
 */
import { SandboxLimitError } from '../../errors.js';
import { MAX_MEDIA_REF_BYTES } from '../../limits.js';

/**
 * Refuses more bytes than a limit allows; `what` is the thing that has them.
 * @throws SandboxLimitError that names size and limit
 */
export function limitBytes(
  where: string,
  what: string,
  byteLength: number,
  maxBytes: number = MAX_MEDIA_REF_BYTES,
  limit = 'MAX_MEDIA_REF_BYTES',
): void {
  if (byteLength <= maxBytes) return;
  throw new SandboxLimitError(
    limit,
    `${where}: ${what} has ${byteLength} bytes; at most ${maxBytes} are accepted (${limit}). Use a smaller one`,
  );
}
