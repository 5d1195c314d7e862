/**
 * Decides whether a run may open a connection for a URL, and to which addresses. Every URL goes through here: the first
 * one and that of each redirect. Without it a program could use its host to reach what only the host can reach
 * (server-side request forgery).
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 * @module
 */
import { isBlockedAddress, parseAddress } from './addresses.js';

/** Names that lead to the host itself or into its network, whatever a resolver says. */
const BLOCKED_NAMES = new Set(['ip6-localhost', 'ip6-loopback', 'metadata.google.internal']);
/** Blocked with every name below them: RFC 6761, 6762, 8375, and `internal`, which ICANN keeps for private use. */
const BLOCKED_DOMAINS = ['localhost', 'local', 'internal', 'home.arpa'];

/** What the guard needs to know of a run and its platform. */
export interface GuardOptions {
  /** Only literal `true` opens private networks. */
  allowPrivateNetwork: boolean;
  /** All addresses of a name. `undefined` where the platform cannot tell: then only names and literals are checked. */
  resolveHost: ((hostname: string) => Promise<readonly string[]>) | undefined;
}

/** The host of a URL without the brackets of an IPv6 literal. */
export function bareHostname(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Reads a URL that may be asked for, relative to `base` if given.
 *
 * @throws Error `invalid URL`, `unsupported scheme`, or that it carries a user name; it never repeats a password
 */
export function parseTarget(text: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw new Error(
      base === undefined
        ? `fetch: invalid URL "${shortened(text)}". Give an absolute http or https URL`
        : `fetch: ${base.host} redirects to the invalid URL "${shortened(text)}"`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(`fetch: unsupported scheme "${shortened(url.protocol)}". Use http or https`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error(
      `fetch: the URL for ${url.host} holds a user name or password, which is refused. Send an Authorization header`,
    );
  }
  return url;
}

/**
 * Checks the target of one hop.
 *
 * @returns the addresses that sockets for it may lead to; empty where the platform resolves names itself
 * @throws Error that contains `blocked`, or that the name has no address
 */
export async function checkTarget(url: URL, options: GuardOptions): Promise<readonly string[]> {
  // A trailing dot only says that a name is complete: `localhost.` is `localhost`.
  const name = bareHostname(url).toLowerCase().replace(/\.+$/, '');
  const isLiteral = parseAddress(name) !== undefined;
  if (!options.allowPrivateNetwork) {
    refuseBlockedName(name);
    if (isLiteral) refuseBlocked([name], name);
  }
  if (isLiteral) return [name];
  if (options.resolveHost === undefined) return [];
  const addresses = await resolve(name, options.resolveHost);
  // One blocked address refuses the name: a mixed answer is how DNS rebinding looks.
  if (!options.allowPrivateNetwork) refuseBlocked(addresses, name);
  return addresses;
}

function refuseBlockedName(name: string): void {
  const isBlocked =
    BLOCKED_NAMES.has(name) || BLOCKED_DOMAINS.some((domain) => name === domain || name.endsWith(`.${domain}`));
  if (isBlocked) throw new Error(`fetch: the host "${name}" is blocked: it is a name inside the host's own network`);
}

/** Says no address: what an internal name resolves to is not for the program to know. */
function refuseBlocked(addresses: readonly string[], name: string): void {
  if (!addresses.some((address) => isBlockedAddress(address))) return;
  throw new Error(`fetch: "${name}" is blocked: it leads to an internal/private address. Use a public host`);
}

async function resolve(
  name: string,
  resolveHost: (hostname: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found: unknown = await resolveHost(name);
  const addresses = Array.isArray(found) ? found.map(String) : [];
  if (addresses.length === 0) throw new Error(`fetch: the host "${name}" has no address. Check the name`);
  if (addresses.some((address) => parseAddress(address) === undefined)) {
    throw new Error(`fetch: the resolver's answer for "${name}" holds something that is no address`);
  }
  return addresses;
}

function shortened(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}
