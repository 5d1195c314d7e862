import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostCaller, mutations, NOT_TEXT } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { XML_MAX_ENTITIES, XML_MAX_EXPANDED_CHARS, XML_MAX_NODES, XML_MAX_TEXT_CHARS } from '../src/limits.js';

const call = hostCaller('xml', functions);
const parse = (...args: unknown[]): Promise<unknown> => call('parse', ...args);

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await parse('<a>1</a>')).toEqual({ a: '1' });
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

describe('xml under attack', () => {
  it('opens neither files nor addresses', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end('<!ENTITY x "leaked">');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    const own = new URL(import.meta.url).href;
    for (const target of [address, own]) {
      for (const entity of [`SYSTEM "${target}"`, `PUBLIC "p" "${target}"`, `SYSTEM "${target}" NDATA n`]) {
        await expect(parse(`<!DOCTYPE a [<!ENTITY x ${entity}>]><a>&x;</a>`)).rejects.toMatchObject({
          code: 'xml.unsupported',
          message: expect.stringContaining('External entities'),
        });
      }
      await expect(parse(`<!DOCTYPE a [<!ENTITY % x SYSTEM "${target}"> %x;]><a/>`)).rejects.toMatchObject({
        code: 'xml.unsupported',
      });
      expect(await parse(`<!DOCTYPE a SYSTEM "${target}"><a>&x;</a>`).catch(() => 'refused')).toBe('refused');
      expect(await parse(`<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${target}"/></a>`)).toEqual({
        a: expect.objectContaining({ 'xi:include': { '@_href': target } }),
      });
    }
    server.close();
    expect(requests).toBe(0);
    expect(readFileSync(new URL(import.meta.url), 'utf8')).toContain('leaked');
  });

  it('does not let entities grow', async () => {
    const names = Array.from({ length: 20 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
    const bomb = `<!DOCTYPE a [<!ENTITY l0 "lol">${names.join('')}]><a>&l20; &l0;</a>`;
    expect(await parse(bomb)).toEqual({ a: '&l20; lol' });
    const block = 'x'.repeat(1000);
    const quadratic = (times: number): string => `<!DOCTYPE a [<!ENTITY x "${block}">]><a>${'&x;'.repeat(times)}</a>`;
    expect(await parse(quadratic(XML_MAX_EXPANDED_CHARS / 1000))).toEqual({ a: 'x'.repeat(XML_MAX_EXPANDED_CHARS) });
    await expect(parse(quadratic(1 + XML_MAX_EXPANDED_CHARS / 1000))).rejects.toMatchObject({
      code: 'xml.too-large',
      limit: 'XML_MAX_EXPANDED_CHARS',
    });
    const many = Array.from({ length: XML_MAX_ENTITIES + 1 }, (_, at) => `<!ENTITY e${at} "x">`).join('');
    await expect(parse(`<!DOCTYPE a [${many}]><a/>`)).rejects.toMatchObject({ code: 'xml.too-many' });
    await expect(parse('<!DOCTYPE a [<!ENTITY x "&x;">]><a>&x;</a>')).resolves.toEqual({ a: '&x;' });
    await expectAliveAndClean();
  });

  it('does not let entities redefine the five', async () => {
    expect(await parse('<!DOCTYPE a [<!ENTITY lt "x"><!ENTITY toString "y">]><a>&lt;&toString;</a>')).toEqual({
      a: '<y',
    });
  });

  it('parses 300 000 references', async () => {
    expect(await parse(`<a>${'&amp;'.repeat(300_000)}</a>`)).toEqual({ a: '&'.repeat(300_000) });
    expect(await parse(`<a>${'&euro;'.repeat(100_000)}</a>`)).toEqual({ a: '€'.repeat(100_000) });
    expect(await parse(`<a b="${'x'.repeat(1_048_576)}"/>`)).toEqual({ a: { '@_b': 'x'.repeat(1_048_576) } });
  });

  it('refuses depth', async () => {
    await expect(parse('<a>'.repeat(100_000) + '</a>'.repeat(100_000))).rejects.toMatchObject({ code: 'xml.too-deep' });
    await expect(parse('<a>'.repeat(257) + '</a>'.repeat(257))).rejects.toMatchObject({ code: 'xml.too-deep' });
    for (const preserveOrder of [true, false]) {
      await expect(parse('<a>'.repeat(256) + '</a>'.repeat(256), { preserveOrder })).resolves.toBeTypeOf('object');
    }
  });

  it('counts elements, attributes and pieces of text', async () => {
    await expect(parse(`<r>${'<a/>'.repeat(XML_MAX_NODES)}</r>`)).rejects.toMatchObject({
      code: 'xml.too-many',
      limit: 'XML_MAX_NODES',
    });
    expect(await parse(`<r>${'<a/>'.repeat(500_000)}</r>`)).toMatchObject({ r: { a: expect.any(Array) } });
  }, 60_000);

  it('names the three element names it cannot hold, and keeps all others as data', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      await expect(parse(`<r><${name}><polluted>1</polluted></${name}></r>`)).rejects.toMatchObject({
        name: 'PackInputError',
        code: 'xml.unsupported',
        message: expect.stringContaining(name),
      });
      await expect(parse(`<r xmlns:a="u"><a:${name}/></r>`, { removeNamespaces: true })).rejects.toMatchObject({
        code: 'xml.unsupported',
      });
      expect(await parse(`<r ${name}="1"/>`)).toEqual({ r: { [`@_${name}`]: '1' } });
      await expect(parse(`<?${name} x?><r><x ${name}="1"><![CDATA[${name}]]></x></r>`)).resolves.toBeTypeOf('object');
    }
    expect(await parse('<r><toString>1</toString><hasOwnProperty>2</hasOwnProperty><valueOf/></r>')).toEqual({
      r: { toString: '1', hasOwnProperty: '2', valueOf: '' },
    });
    await expectAliveAndClean();
  });

  it.each(NOT_TEXT)('refuses %s in place of text', async (_name, value) => {
    await expect(parse(value)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'xml.bad-argument',
      message: expect.stringContaining('xml.parse: text must be a string'),
    });
  });

  it('refuses options it does not know, and says which it knows', async () => {
    await expect(parse('<a/>', { array: [] })).rejects.toMatchObject({
      code: 'xml.bad-argument',
      message: expect.stringContaining('"array". Allowed: attributes, arrays, removeNamespaces, preserveOrder'),
    });
    const bad = [
      7,
      'x',
      [],
      { attributes: 1 },
      { arrays: 'a' },
      { arrays: [1] },
      { arrays: ['a', 'a'] },
      { preserveOrder: 'yes' },
    ];
    for (const options of [...bad, JSON.parse('{"__proto__": 1}')]) {
      await expect(parse('<a/>', options)).rejects.toMatchObject({ code: 'xml.bad-argument' });
    }
    expect(await parse('<a/>', null)).toEqual({ a: '' });
    expect(await parse('<a/>', { arrays: ['__proto__', 'a.constructor'] })).toEqual({ a: '' });
  });

  it('refuses text over the cap before it works', async () => {
    await expect(parse('<'.repeat(XML_MAX_TEXT_CHARS + 1))).rejects.toMatchObject({
      code: 'xml.too-large',
      message: expect.stringContaining('5242880 character limit'),
    });
  });

  it('is linear in what an attacker repeats', async () => {
    const size = 1_000_000;
    const texts = ['<', '&', '<!', '<?', '<!--', '<![CDATA[', '<a ', '<!DOCTYPE a [', '"', '%x;'].map((part) =>
      part.repeat(size / part.length),
    );
    const start = performance.now();
    for (const text of texts) {
      await expect(parse(text)).rejects.toMatchObject({
        code: expect.stringMatching(/^xml\.(bad-format|unsupported)$/),
      });
      await expect(parse(`<!DOCTYPE a [${text}`)).rejects.toMatchObject({ code: 'xml.bad-format' });
      await expect(parse(`<a><?p ${text}`)).rejects.toMatchObject({ code: 'xml.bad-format' });
    }
    expect(await parse(`<a><?p ${'"'.repeat(size + 1)}?></a>`)).toEqual({ a: '' });
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('answers or refuses each of 1000 damaged texts', async () => {
    const good =
      '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x "y">]><r a="&#65;">t&x;<b c=\'1\'/><![CDATA[d]]><?p q?></r>';
    for (const damaged of mutations(new TextEncoder().encode(good))) {
      const outcome = await parse(new TextDecoder().decode(damaged)).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome).toMatchObject({ code: expect.stringMatching(/^xml\.(bad-format|unsupported)$/) });
      }
    }
  });
});
