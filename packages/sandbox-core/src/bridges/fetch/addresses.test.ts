import { BlockList, isIP, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCKED_IPV4, BLOCKED_IPV6, isBlockedAddress, parseAddress } from './addresses.js';

describe('isBlockedAddress', () => {
  it.each([
    // The first and the last address of each block, and its neighbours where those are public.
    ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['224.0.0.0', '239.255.255.255', '223.255.255.255', undefined],
    ['240.0.0.0', '255.255.255.255', undefined, undefined],
    ['::', '::ffff:ffff', undefined, '::1:0:0'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:0:ffff:ffff:ffff:ffff:ffff', '64:ff9b:2::'],
    ['100::', '100::ffff:ffff:ffff:ffff', 'ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '100:0:0:1::'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
    ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '5eff:ffff::', '5f01::'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fbff:ffff::', 'fe00::'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe7f:ffff::', undefined],
    ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
  ])('blocks %s to %s and nothing beside', (first, last, before, after) => {
    expect([isBlockedAddress(first), isBlockedAddress(last)]).toEqual([true, true]);
    for (const neighbour of [before, after]) {
      if (neighbour !== undefined) expect([neighbour, isBlockedAddress(neighbour)]).toEqual([neighbour, false]);
    }
  });

  it.each([
    ['::ffff:127.0.0.1', true],
    ['::ffff:8.8.8.8', false],
    ['::ffff:7f00:1', true],
    ['0:0:0:0:0:ffff:127.0.0.1', true],
    ['::FFFF:A00:1', true],
    ['::ffff:0:127.0.0.1', true],
    ['::ffff:0:8.8.8.8', false],
    ['64:ff9b::a9fe:a9fe', true],
    ['64:ff9b::8.8.8.8', false],
    ['64:FF9B::10.0.0.1', true],
    ['::127.0.0.1', true],
    ['::8.8.8.8', true],
  ])('judges %s by the IPv4 address in it', (address, isBlocked) => {
    expect(isBlockedAddress(address)).toBe(isBlocked);
  });

  it('ignores brackets and zone ids', () => {
    expect(['[::1]', 'fe80::1%eth0', 'FE80::1%25eth0', '[fd00::1%1]'].map(isBlockedAddress)).toEqual(
      Array(4).fill(true),
    );
    expect(['[2606:4700::1111]', '2606:4700::1111%lo'].map(isBlockedAddress)).toEqual([false, false]);
  });

  it.each([
    '',
    'localhost',
    'fcbarcelona.com',
    '1.2.3',
    '1.2.3.4.5',
    '08.8.8.8',
    '256.1.1.1',
    '1::2::3',
    ':::',
    '1:2',
    '::g',
  ])('blocks %j, which is no address', (text) => {
    expect(isBlockedAddress(text)).toBe(true);
    expect(parseAddress(text)).toBeUndefined();
  });

  it('agrees with the block list of Node on any address', () => {
    const list = new BlockList();
    for (const [type, blocks] of [
      ['ipv4', BLOCKED_IPV4],
      ['ipv6', BLOCKED_IPV6],
    ] as const) {
      for (const block of blocks) {
        const [address = '', bits] = block.split('/');
        list.addSubnet(address, Number(bits), type);
      }
    }
    const near = fc.constantFrom(
      '::',
      'fc',
      'fe80',
      'fec0',
      '2001',
      '2001:1ff',
      '2001:db8',
      '2002',
      '3fff:fff',
      '5f00',
      '100',
    );
    const ipv6 = fc.oneof(
      fc.ipV6(),
      fc.tuple(near, fc.nat(0xffff)).map(([head, tail]) => `${head === '::' ? '' : head}::${tail.toString(16)}`),
    );
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), ipv6), (address) => {
        const isEmbedding = /^(?:0|::)/.test(address) || address.startsWith('64:ff9b');
        fc.pre(isIP(address) !== 0 && !isEmbedding);
        return isBlockedAddress(address) === list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('parseAddress', () => {
  it('takes exactly what Node takes for an address', () => {
    const piece = fc.constantFrom(
      '::',
      ':',
      '0',
      '1',
      'ffff',
      'FE80',
      '12345',
      '127.0.0.1',
      '1.2.3',
      '256',
      '.',
      'g',
      '',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('');
        return (parseAddress(text) !== undefined) === (isIP(text) !== 0);
      }),
      { numRuns: 5000 },
    );
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => parseAddress(text) !== undefined));
  });
});
