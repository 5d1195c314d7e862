import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootGuest, type GuestRealm } from '../../test/guest-realm.js';
import { asciiJson, hasSharedData, readSharedData } from '../../test/shared-data.js';

/** Runs the web platform's URL vectors inside a guest; each program answers the cases that went wrong. */
let guest: GuestRealm;
beforeAll(async () => {
  guest = await bootGuest();
});
afterAll(() => guest.dispose());

// The vectors are not ours to publish: where they are absent the suites are named and skipped.
const suite = (file: string) => (title: string, tests: () => void) =>
  describe.skipIf(!hasSharedData(`wpt-url/${file}`))(`${title} [outside data]`, tests);
const read = (file: string): Record<string, unknown>[] =>
  (readSharedData(`wpt-url/${file}`) as unknown[]).filter((item) => typeof item !== 'string') as Record<
    string,
    unknown
  >[];
const PARTS = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

for (const file of ['urltestdata.json', 'urltestdata-javascript-only.json']) {
  suite(file)(`URL vectors of ${file}`, () => {
    it('parses each input to the parts that the vectors name, or refuses it', () => {
      const cases = read(file);
      const wrong = guest.run(`
        const wrong = [];
        const cases = ${asciiJson(cases)};
        for (const c of cases) {
          const args = c.base === null ? [c.input] : [c.input, c.base];
          const can = URL.canParse(...args);
          if (can === Boolean(c.failure)) { wrong.push(c); continue; }
          if (c.failure) {
            try { new URL(...args); wrong.push(c); } catch (e) { if (!(e instanceof TypeError)) wrong.push(c); }
            if (URL.parse(...args) !== null) wrong.push(c);
            continue;
          }
          const url = new URL(...args);
          for (const part of ${JSON.stringify(PARTS)}) if (url[part] !== c[part]) wrong.push({ ...c, part, got: url[part] });
          if (c.origin !== undefined && url.origin !== c.origin) wrong.push({ ...c, got: url.origin });
          if (c.searchParams !== undefined && url.searchParams.toString() !== c.searchParams) wrong.push(c);
        }
        return wrong;`);
      expect(wrong).toEqual([]);
      expect(cases.length).toBeGreaterThan(0);
    });
  });
}

suite('setters_tests.json')('URL setter vectors', () => {
  it('gives each setter the effect that the vectors name', () => {
    const { comment: _, ...bySetter } = readSharedData('wpt-url/setters_tests.json') as Record<string, unknown>;
    const wrong = guest.run(`
      const wrong = [];
      const bySetter = ${asciiJson(bySetter)};
      for (const name of Object.keys(bySetter)) for (const c of bySetter[name]) {
        const url = new URL(c.href);
        url[name] = c.new_value;
        for (const part of Object.keys(c.expected)) {
          if (url[part] !== c.expected[part]) wrong.push({ name, ...c, part, got: url[part] });
        }
      }
      return wrong;`);
    expect(wrong).toEqual([]);
    expect(Object.keys(bySetter)).toHaveLength(10);
  });
});

for (const file of ['toascii.json', 'IdnaTestV2.json', 'IdnaTestV2-removed.json']) {
  suite(file)(`host name vectors of ${file}`, () => {
    it('turns each host name into its ASCII form, or refuses it', () => {
      const cases = read(file).filter(({ input }) => input !== '');
      const wrong = guest.run(`
        const wrong = [];
        for (const c of ${asciiJson(cases)}) {
          const input = 'https://' + encodeURIComponent(c.input.toWellFormed()) + '/x';
          const url = URL.parse(input);
          const got = url === null ? null : url.hostname;
          if (got !== c.output) wrong.push({ ...c, got });
        }
        return wrong;`);
      expect(wrong).toEqual([]);
    });
  });
}

suite('percent-encoding.json')('percent-encoding vectors', () => {
  it('encodes queries and fragments as UTF-8', () => {
    const wrong = guest.run(`
      const wrong = [];
      for (const { input, output } of ${asciiJson(read('percent-encoding.json'))}) {
        const url = new URL('http://doesnotmatter.invalid/');
        url.search = input;
        if (url.search !== '?' + output['utf-8']) wrong.push({ input, got: url.search });
      }
      return wrong;`);
    expect(wrong).toEqual([]);
  });
});
