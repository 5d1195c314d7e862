import type { HostFunctions } from '@nodetool-ai/protocol';

/** Calls the functions of a `./host` entry by name, as the host does; `warnings` holds what they warned of. */
export interface HostCaller {
  (name: string, ...args: unknown[]): Promise<unknown>;
  readonly warnings: string[];
}

/**
 * A caller for the tests of a host pack.
 * @example
 * const call = hostCaller('csv', functions);
 * await call('parse', 'a\n1\n'); // [{ a: '1' }]
 */
export function hostCaller(id: string, functions: HostFunctions): HostCaller {
  const warnings: string[] = [];
  const call = async (name: string, ...args: unknown[]): Promise<unknown> => {
    const run = functions[name];
    if (!run) throw new Error(`${id} has no function ${name}`);
    return run({
      args,
      where: `${id}.${name}`,
      signal: new AbortController().signal,
      deadlineMs: 60_000,
      warn: (text) => void warnings.push(text),
    });
  };
  return Object.assign(call, { warnings });
}
