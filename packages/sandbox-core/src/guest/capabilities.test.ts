import { afterEach, describe, expect, it } from 'vitest';
import { bootGuest, type FakeHost, type GuestRealm } from '../../test/guest-realm.js';

let guest: GuestRealm;
afterEach(() => guest.dispose());

/** A host that records its calls. */
async function boot(answer: FakeHost = () => undefined): Promise<[string, unknown[]][]> {
  const calls: [string, unknown[]][] = [];
  guest = await bootGuest((path, args) => {
    calls.push([path, args]);
    return answer(path, args);
  });
  return calls;
}
const bytes = (...values: number[]) => ({ bytes: values });

describe('sleep', () => {
  it.each([
    ['100', 100],
    ['5000.5', 5000],
    ['Infinity', 5000],
    ['-1', 0],
    ['NaN', 0],
    ['-Infinity', 0],
    ['', 0],
    ['"250"', 250],
    ['"soon"', 0],
    ['null', 0],
  ])('asks the host for sleep(%s)', async (argument, ms) => {
    const calls = await boot();
    guest.run(`return await sleep(${argument});`);
    expect(calls).toEqual([['sleep', [ms]]]);
  });

  it('rejects a symbol instead of throwing', async () => {
    await boot();
    expect(guest.run('return await sleep(Symbol()).catch((error) => error.name);')).toBe('TypeError');
  });
});

describe('crypto', () => {
  it('gives a random UUID of the host at once', async () => {
    const calls = await boot(() => '11111111-2222-4333-8444-555555555555');
    expect(guest.run('return crypto.randomUUID();')).toBe('11111111-2222-4333-8444-555555555555');
    expect(calls).toEqual([['crypto.randomUUID', []]]);
  });

  it.each([
    ['4', 4],
    ['4.9', 4],
    ['"3"', 3],
    ['0', 0],
    ['70000', 65_536],
  ])('asks for getRandomValues(%s)', async (n, length) => {
    const calls = await boot((_, [count]) => new Uint8Array(count as number));
    expect(guest.run(`return crypto.getRandomValues(${n}) instanceof Uint8Array;`)).toBe(true);
    expect(calls).toEqual([['crypto.getRandomValues', [length]]]);
  });

  it.each(['-1', 'NaN', 'Infinity', 'undefined', '"x"', '{}', 'new Float32Array(2)'])(
    'refuses getRandomValues(%s)',
    async (n) => {
      const calls = await boot();
      expect(() => guest.run(`return crypto.getRandomValues(${n});`)).toThrow(/^TypeError/);
      expect(calls).toEqual([]);
    },
  );

  it('fills a typed array to its end and returns it', async () => {
    const calls = await boot((_, [count]) => new Uint8Array(count as number).fill(7));
    expect(
      guest.run(`
      const around = new Uint8Array(6);
      const part = new Uint16Array(around.buffer, 2, 1);
      const same = crypto.getRandomValues(part) === part;
      const large = crypto.getRandomValues(new Uint32Array(20000));
      return [same, [...around], large.every((word) => word === 0x07070707)];`),
    ).toEqual([true, [0, 0, 7, 7, 0, 0], true]);
    expect(calls.map(([, args]) => args[0])).toEqual([2, 65_536, 14_464]);
  });

  it('hands digest and hmac their texts and bytes', async () => {
    const calls = await boot(() => new Uint8Array([1, 2]));
    expect(
      guest.run(`
      const large = new Uint8Array([0, 1, 2, 0]);
      await crypto.digest('sha-256', large.subarray(1, 3));
      await crypto.hmac('SHA1', '', [1, 2]);
      return [...await crypto.digest('sha512', large.buffer)];`),
    ).toEqual([1, 2]);
    expect(calls).toEqual([
      ['crypto.digest', ['sha-256', bytes(1, 2)]],
      ['crypto.hmac', ['SHA1', '', bytes(1, 2)]],
      ['crypto.digest', ['sha512', bytes(0, 1, 2, 0)]],
    ]);
  });

  it.each(['null', '5', '{}', '["a"]', '() => {}', 'Promise.resolve()'])('rejects digest of %s', async (data) => {
    await boot();
    expect(guest.run(`return await crypto.digest('SHA-256', ${data}).catch((error) => error.message);`)).toBe(
      'crypto.digest: data must be a string or Uint8Array',
    );
  });
});

describe('format', () => {
  it('hands over the documented options only', async () => {
    const calls = await boot(() => 'text');
    expect(
      guest.run(`
      await format.number('12.5', { locale: 'de-DE', style: 'percent', secret: 1, useGrouping: false });
      await format.date(new Date(5), { timeZone: 'Europe/Berlin' });
      await format.date('7');
      await format.relativeTime(-1, 'day', { numeric: 'auto' });
      return await format.list(['a', 1, null], { type: 'disjunction' });`),
    ).toBe('text');
    expect(calls).toEqual([
      ['format.number', [12.5, { locale: 'de-DE', style: 'percent', useGrouping: false }]],
      ['format.date', [5, { timeZone: 'Europe/Berlin' }]],
      ['format.date', [7, {}]],
      ['format.relativeTime', [-1, 'day', { numeric: 'auto' }]],
      ['format.list', [['a', '1', 'null'], { type: 'disjunction' }]],
    ]);
  });

  it.each([
    ['format.list("abc")', /items must be an array/],
    ['format.number(1, 5)', /options must be an object/],
    ['format.number(1, { style: {} })', /option "style" must be/],
    ['format.number(Symbol())', /TypeError/],
    ['format.list([{ toString() { throw new RangeError("mine"); } }])', /mine/],
  ])('rejects %s', async (call, message) => {
    await boot();
    expect(guest.run(`return await ${call}.then(() => 'fine', (error) => error.name + ': ' + error.message);`)).toMatch(
      message,
    );
  });

  it('passes an error of the host on', async () => {
    await boot(() => {
      throw new RangeError('Invalid currency code : x');
    });
    expect(() => guest.run('return await format.number(1);')).toThrow('RangeError: Invalid currency code : x');
  });
});
