/**
 * Which IP addresses are not on the public internet. Pure, for every platform.
 *
 * Own code, because the table is a decision and not a lookup: what counts are these blocks, whatever a library's names
 * for ranges cover. The tests compare it with a library that knows nothing of this table.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 * @module
 */

/** IPv4 blocks that no program reaches. */
export const BLOCKED_IPV4: readonly string[] = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

/** IPv6 blocks that no program reaches. */
export const BLOCKED_IPV6: readonly string[] = [
  '::/96', // unspecified, loopback, IPv4-compatible
  '64:ff9b:1::/48', // local NAT64
  '100::/64', // discard
  '2001::/23', // Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
  'fc00::/7', // unique local
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
];

/** IPv6 blocks whose last 32 bits are an IPv4 address, which decides. */
export const EMBEDDING_IPV6: readonly string[] = [
  '::ffff:0:0/96', // mapped
  '::ffff:0:0:0/96', // translated
  '64:ff9b::/96', // NAT64
];

interface Block {
  bytes: readonly number[];
  prefixBits: number;
}

const blockedIpv4 = BLOCKED_IPV4.map(parseBlock);
const blockedIpv6 = BLOCKED_IPV6.map(parseBlock);
const embeddingIpv6 = EMBEDDING_IPV6.map(parseBlock);

/**
 * Whether no socket may lead to an address: it is not public, or it is no address at all.
 *
 * @param address - IPv4 or IPv6 literal in any letter case; brackets and a zone id are ignored
 */
export function isBlockedAddress(address: string): boolean {
  const bytes = parseAddress(address);
  if (bytes === undefined) return true;
  if (bytes.length === 4) return isIn(blockedIpv4, bytes);
  if (isIn(embeddingIpv6, bytes)) return isIn(blockedIpv4, bytes.slice(12));
  return isIn(blockedIpv6, bytes);
}

/** The 4 or 16 bytes of a literal; `undefined` for anything else, such as a name. */
export function parseAddress(text: string): readonly number[] | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  return bare.includes(':') ? parseIpv6(bare) : parseIpv4(bare);
}

/** Four decimal numbers. Shorter, hexadecimal and octal forms are canonical once a URL was parsed. */
function parseIpv4(text: string): number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) {
    return undefined;
  }
  return parts.map(Number);
}

/** RFC 4291, section 2.2: eight groups, `::` once for any number of zeros, the last two as an IPv4 address. */
function parseIpv6(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] as string, halves.length === 1);
  const tail = parseGroups(halves[1] ?? '', true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function parseGroups(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    if (/^[\da-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
      continue;
    }
    const embedded = mayEndInIpv4 && index === groups.length - 1 ? parseIpv4(group) : undefined;
    if (embedded === undefined) return undefined;
    bytes.push(...embedded);
  }
  return bytes;
}

function parseBlock(block: string): Block {
  const [address = '', bits] = block.split('/');
  return { bytes: parseAddress(address) as readonly number[], prefixBits: Number(bits) };
}

function isIn(blocks: readonly Block[], address: readonly number[]): boolean {
  return blocks.some(({ bytes, prefixBits }) =>
    bytes.every((byte, index) => {
      const bits = Math.min(Math.max(prefixBits - index * 8, 0), 8);
      const mask = (0xff << (8 - bits)) & 0xff;
      return ((byte ^ (address[index] as number)) & mask) === 0;
    }),
  );
}
