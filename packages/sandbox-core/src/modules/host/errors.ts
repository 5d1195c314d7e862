/**
 * Failures of host calls as the caller sees them, and as they travel between threads.
 * @module
 */

/** An error in a form that crosses threads. */
export interface WireError {
  name: string;
  message: string;
  code?: string;
  hint?: string;
  limit?: string;
}

/** A host call that failed: the pack's own error, or one about the call itself. */
export class HostCallError extends Error {
  readonly code?: string;
  readonly hint?: string;
  readonly limit?: string;

  constructor(wire: WireError) {
    super(wire.message);
    this.name = wire.name;
    if (wire.code !== undefined) this.code = wire.code;
    if (wire.hint !== undefined) this.hint = wire.hint;
    if (wire.limit !== undefined) this.limit = wire.limit;
  }
}

/** The call passed its deadline. */
export function timeoutError(hostId: string, where: string, deadlineMs: number): HostCallError {
  return limitError(
    hostId,
    where,
    'timeout',
    `did not end within its ${deadlineMs} ms`,
    'Pass less data, or split the work',
    'callTimeoutMs',
  );
}

/** The worker died under the call. */
export function workerDeathError(hostId: string, where: string, what: string): HostCallError {
  return limitError(hostId, where, 'internal', what, 'Pass less or simpler data', 'hostWorker');
}

/** A limit of the call itself was passed. */
export function limitError(
  hostId: string,
  where: string,
  reason: string,
  what: string,
  hint: string,
  limit: string,
): HostCallError {
  return new HostCallError({
    name: 'PackLimitError',
    code: `${hostId}.${reason}`,
    message: `${where}: ${what}. ${hint}.`,
    hint,
    limit,
  });
}

/** The run, or whoever asked, gave up on the call. */
export function cancelledError(where: string): HostCallError {
  return new HostCallError({ name: 'AbortError', code: 'CANCELLED', message: `${where}: the call was cancelled.` });
}

/** The arguments hold something that no other thread can be given. */
export function unsendableError(hostId: string, where: string): HostCallError {
  const hint = 'Pass plain data: text, numbers, lists, records, dates, bytes';
  return new HostCallError({
    name: 'PackInputError',
    code: `${hostId}.bad-argument`,
    hint,
    message: `${where}: an argument cannot be handed to a host module. ${hint}.`,
  });
}

/** Nothing implements the call on this host. */
export function unavailableError(hostId: string, where: string, what: string, hint: string): HostCallError {
  return new HostCallError({
    name: 'PackUnavailableError',
    code: `${hostId}.unavailable`,
    hint,
    message: `${where}: ${what}. ${hint}.`,
  });
}

/**
 * What a thrown value becomes for the caller: no stack, no host path, no cause.
 * With `hostId`, an error that is not the pack's own is named as the library's failure.
 */
export function toWireError(error: unknown, where: string, hostId?: string): WireError {
  const thrown = error instanceof Error ? error : new Error(String(error));
  const code = own(thrown, 'code');
  const isPackError = hostId !== undefined && code?.startsWith(`${hostId}.`) === true;
  if (hostId !== undefined && !isPackError) {
    const { name, message } = thrown;
    if (error instanceof RangeError && message.includes('call stack')) {
      const hint = 'Pass data that nests less';
      return {
        name: 'PackLimitError',
        code: `${hostId}.too-deep`,
        hint,
        limit: 'callStack',
        message: `${where}: the data nests too deeply. ${hint}.`,
      };
    }
    return { name, code: `${hostId}.internal`, message: `${where}: the library failed: ${withoutPaths(message)}` };
  }
  const wire: WireError = { name: thrown.name, message: isPackError ? thrown.message : withoutPaths(thrown.message) };
  const hint = own(thrown, 'hint');
  const limit = own(thrown, 'limit');
  if (code !== undefined) wire.code = code;
  if (hint !== undefined) wire.hint = hint;
  if (limit !== undefined) wire.limit = limit;
  return wire;
}

function own(error: Error, key: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(error, key)?.value;
  return typeof value === 'string' ? value : undefined;
}

function withoutPaths(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/\bfile:\/\/\S+/gi, '(path)')
    .replace(/(?<![\w/:])(?:[A-Za-z]:)?(?:[\\/][\w@.~+-]+){2,}(?::\d+)*/g, '(path)')
    .slice(0, 300);
}
