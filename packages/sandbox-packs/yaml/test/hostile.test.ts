import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest, textMutations } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../src/guest.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.load("a: 1")')).toEqual({ a: 1 });
  expect(guest.run('return [Object.keys(Object.prototype), ({}).p ?? null]')).toEqual([[], null]);
  guest.close();
});

const reasonOf = (text: string, call = 'pack.load(input)'): unknown =>
  guest.run(`try { return ["no error", ${call}] } catch (e) { return [e.name, e.reason] }`, text);

describe('yaml under attack', () => {
  it('loads an alias bomb as shared references', () => {
    const levels = Array.from(
      { length: 8 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array.from({ length: 10 }, () => `*l${at}`).join(', ')}]`,
    );
    const bomb = `l0: &l0 lol\n${levels.join('\n')}\n`;
    expect(guest.run('const v = pack.load(input); return [v.l8.length, v.l8[0] === v.l8[9], v.l1[0]]', bomb)).toEqual([
      10,
      true,
      'lol',
    ]);
  });

  it('bounds aliases, depth and merged keys', () => {
    const aliases = `a: &a 1\nb: [${'*a, '.repeat(100_001)}]\n`;
    expect(reasonOf(aliases)).toEqual(['YAMLException', expect.stringContaining('maxAliases (100000)')]);
    expect(reasonOf('a: &a 1\nb: [*a, *a]', 'pack.load(input, { maxAliases: 1 })')).toEqual([
      'YAMLException',
      expect.stringContaining('maxAliases (1)'),
    ]);
    expect(reasonOf('['.repeat(5000))).toEqual(['YAMLException', expect.stringContaining('maxDepth (100)')]);
    expect(reasonOf(`${'- '.repeat(5000)}a`)).toEqual(['YAMLException', expect.stringContaining('maxDepth (100)')]);
    const keys = Array.from({ length: 1000 }, (_, at) => `k${at}: 1`).join(', ');
    const merged = Array.from({ length: 11 }, (_, at) => `m${at}: {<<: *k}`).join('\n');
    expect(reasonOf(`k: &k {${keys}}\n${merged}\n`)).toEqual([
      'YAMLException',
      expect.stringContaining('maxTotalMergeKeys (10000)'),
    ]);
  });

  it('keeps keys named like parts of a prototype as data', () => {
    const body =
      'const v = pack.load(input); return [Object.keys(v), Object.getPrototypeOf(v) === Object.prototype, ({}).p ?? null]';
    expect(guest.run(body, '__proto__: {p: 1}\nconstructor: 2\ntoString: 3\n')).toEqual([
      ['__proto__', 'constructor', 'toString'],
      true,
      null,
    ]);
    const byMerge = 'const v = pack.load(input).v; return [Object.keys(v), v.p ?? null, ({}).p ?? null]';
    expect(guest.run(byMerge, 'b: &b {__proto__: {p: 1}}\nv:\n  <<: *b\n')).toEqual([['__proto__'], null, null]);
    expect(guest.run('return pack.dump(JSON.parse(input))', '{"__proto__": {"p": 1}}')).toBe('__proto__:\n  p: 1\n');
  });

  it('refuses tags that would run code, and values that have no YAML form', () => {
    for (const tag of ['!!js/function', '!!js/regexp', '!!python/object/apply:os.system', '!foo', '!!js/undefined']) {
      expect(reasonOf(`a: ${tag} "x"`)).toEqual(['YAMLException', expect.stringContaining('unknown')]);
    }
    for (const value of ['() => 1', 'Symbol()', '{ a: () => 1 }']) {
      expect(reasonOf('', `pack.dump(${value})`)).toEqual(['YAMLException', expect.stringMatching(/./)]);
    }
    expect(guest.run('return pack.dump({ a: () => 1, b: 2 }, { skipInvalid: true })')).toBe('b: 2\n');
    expect(guest.run('const v = { n: 1 }; v.self = v; return pack.load(pack.dump(v)).self.self.n')).toBe(1);
  });

  it('answers or throws its own error for every mutation of a good text', () => {
    const good = 'a: &x {b: [1, "two", \'three\']}\nc: |\n  text\n  more\nd: *x\n<<: *x\n? e\n: - f\n';
    const body = `
      return [...new Set(input.map((text) => {
        try { pack.loadAll(text); return 'value'; } catch (e) { return e.name; }
      }))].sort()`;
    expect(guest.run(body, textMutations(good))).toEqual(['YAMLException', 'value']);
  });

  it('takes values that are no text as their text', () => {
    expect(guest.run('return [pack.load(7), pack.load(null), pack.load(["a"])]')).toEqual([7, null, 'a']);
  });

  it('needs no more than three times as long for twice the text', async () => {
    const item = (at: number): string =>
      `- id: ${at}\n  name: "item ${at}"\n  tags: [a, b, c]\n  note: some plain text that goes on\n`;
    const growth = await growthPerDoubling(entry, 'pack.load(input);', (kib) =>
      Array.from({ length: Math.ceil((kib * 1024) / item(100).length) }, (_, at) => item(at)).join(''),
    );
    expect(growth).toBeLessThanOrEqual(3);
  });
});
