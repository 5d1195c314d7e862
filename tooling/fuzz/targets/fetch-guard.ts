/**
 * URLs before the guard of `fetch`, judged by a library that knows nothing of the guard's table.
 * @module
 */
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import {
  BLOCKED_IPV4,
  BLOCKED_IPV6,
  EMBEDDING_IPV6,
  isBlockedAddress,
  parseAddress,
} from '../../../packages/sandbox-core/src/bridges/fetch/addresses.js';
import { checkTarget, parseTarget } from '../../../packages/sandbox-core/src/bridges/fetch/guard.js';
import { type FuzzTarget, mustEqual, subject } from '../target.js';

type Bytes = readonly number[];

const numberOf = (bytes: Bytes): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
const bytesOf = (value: bigint, length: number): number[] =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 255n));

/** Blocks of other lists as well, so that a block that is missing from the guard's table is found too. */
const MORE = [
  '8.8.8.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.175.48.0/24',
  '255.255.255.255/32',
  '2620:4f:8000::/48',
  '2606:4700::/32',
  '::1/128',
  '2001:20::/28',
  '100:0:0:1::/64',
  '::ffff:0:0/96',
  '64:ff9b::/96',
];

/** An address at most a few steps from either end of a block. */
const nearBoundary = fc
  .tuple(
    fc.constantFrom(...BLOCKED_IPV4, ...BLOCKED_IPV6, ...EMBEDDING_IPV6, ...MORE),
    fc.boolean(),
    fc.integer({ min: -3, max: 3 }),
  )
  .map(([block, isEnd, steps]) => {
    const [address, bits] = ipaddr.parseCIDR(block);
    const bytes = address.toByteArray();
    const size = 1n << BigInt(bytes.length * 8 - bits);
    const from = numberOf(bytes);
    const most = (1n << BigInt(bytes.length * 8)) - 1n;
    const at = (isEnd ? from + size - 1n : from) + BigInt(steps);
    return bytesOf(at < 0n ? 0n : at > most ? most : at, bytes.length);
  });
/** The same inside of an IPv6 address that only wraps it. */
const wrapped = fc
  .tuple(nearBoundary, fc.constantFrom(...EMBEDDING_IPV6, '::/96', '2002::/16', '64:ff9b:1::/48'))
  .map(([bytes, block]) => [...ipaddr.parseCIDR(block)[0].toByteArray().slice(0, 12), ...bytes.slice(-4)]);
const address = fc.oneof(
  { weight: 6, arbitrary: nearBoundary },
  { weight: 3, arbitrary: wrapped },
  { weight: 1, arbitrary: fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(fc.nat(255), { minLength: 16, maxLength: 16 }) },
);

/** Every way the URL standard lets one write an IPv4 address. */
const ipv4Text = (bytes: Bytes) =>
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }), fc.boolean())
    .map(([count, bases, hasDot]) => {
      const last = numberOf(bytes.slice(count - 1));
      const numbers = [...bytes.slice(0, count - 1).map(BigInt), last];
      const text = numbers.map((number, index) => {
        const base = bases[index] as number;
        if (base === 0) return `0x${number.toString(16)}`;
        if (base === 1) return `0X00${number.toString(16).toUpperCase()}`;
        return base === 2 ? `0${number.toString(8)}` : String(number);
      });
      return text.join('.') + (hasDot ? '.' : '');
    });
/** And an IPv6 address: with zeros left out or not, in either case, its end as IPv4 or not. */
const ipv6Text = (bytes: Bytes) =>
  fc.tuple(fc.nat(3), fc.boolean()).map(([form, isUpper]) => {
    const parsed = new ipaddr.IPv6([...bytes]);
    const groups = parsed.toNormalizedString().split(':');
    const dotted = bytes.slice(12).join('.');
    const text =
      form === 0
        ? parsed.toString()
        : form === 1
          ? groups.map((group) => group.padStart(4, '0')).join(':')
          : form === 2
            ? groups.join(':')
            : `${groups.slice(0, 6).join(':')}:${dotted}`;
    return `[${isUpper ? text.toUpperCase() : text}]`;
  });

const spelled = address.chain((bytes) =>
  fc.tuple(fc.constant(bytes), bytes.length === 4 ? ipv4Text(bytes) : ipv6Text(bytes)),
);
const url = fc.tuple(
  spelled,
  fc.constantFrom('http', 'https', 'HTTP'),
  fc.constantFrom('', ':80', ':8080'),
  fc.constantFrom('', '/', '/a?b#c'),
);

/** An address, an URL that is spelled after it and leads there, and a name that resolves to it among others. */
export const fetchGuard: FuzzTarget = {
  name: 'fetch-guard',
  open: () =>
    subject({
      cases: url,
      async check([[bytes, host], scheme, port, rest]) {
        const text = ipaddr.fromByteArray([...bytes]).toString();
        const expected = isOutOfBounds(bytes);
        mustEqual(isBlockedAddress(text), expected, text);
        mustEqual(parseAddress(text)?.join(), bytes.join(), `bytes of ${text}`);
        const target = parseTarget(`${scheme}://${host}${port}${rest}`);
        const none = async (): Promise<string[]> => {
          throw new Error('a literal was resolved');
        };
        mustEqual(await isRefused(target, none), expected, target.href);
        const name = parseTarget('http://name.example/');
        mustEqual(await isRefused(name, async () => ['8.8.8.8', text]), expected, `a name that leads to ${text}`);
      },
    }),
};

async function isRefused(target: URL, resolveHost: (name: string) => Promise<string[]>): Promise<boolean> {
  try {
    await checkTarget(target, { allowPrivateNetwork: false, resolveHost });
    return false;
  } catch (error) {
    if (error instanceof Error && error.message.includes('blocked')) return true;
    throw error;
  }
}

/** Ranges by the library's names, with every difference to the guard's table and its reason. */
function isOutOfBounds(bytes: Bytes): boolean {
  const parsed = ipaddr.fromByteArray([...bytes]);
  const range = parsed.range();
  if (parsed.kind() === 'ipv4') {
    // Delegated to public name servers (AS112) and multicast relays: globally reachable by their RFCs 7534, 7535, 7450.
    if (range === 'as112' || range === 'amt') return false;
    return range !== 'unicast';
  }
  if (STRICTER.some((block) => parsed.match(ipaddr.parseCIDR(block)))) return true;
  // These wrap an IPv4 address, which decides (RFC 4291 2.5.5.2, RFC 2765, RFC 6052).
  if (range === 'ipv4Mapped' || range === 'rfc6145' || range === 'rfc6052') return isOutOfBounds(bytes.slice(12));
  // As for IPv4: the name servers of AS112 are public.
  return range !== 'unicast' && range !== 'as112v6';
}

/** Blocks that the library lets through, at least in part, and the guard does not. */
const STRICTER: readonly string[] = [
  '::/96', // IPv4-compatible, deprecated by RFC 4291 2.5.5.1: what still routes it leads to the IPv4 address
  '64:ff9b:1::/48', // RFC 8215: NAT64 of a local network, which need not keep the IPv4 address in the last 32 bits
  '2001::/23', // protocol assignments as a whole, AS112 among them: no server of the web has an address there
];
