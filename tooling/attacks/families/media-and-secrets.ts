/** Reading what was not granted: secrets out of scope, assets and media that lead elsewhere, forged handles. */
import { createMemoryContext } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { type Attack, attack, refusalOf, refused, returns } from '../attack.js';

const HIDDEN = 'hidden-7be1f2d4c9';
const GRANTED = 'granted-51aa90c3';

interface Asked {
  /** What reached the store or the context. */
  asked: string[];
}

/** A context that notes what it is asked for. */
const watched = (limits: object = { secretScope: ['GRANTED'] }) => {
  const asked: string[] = [];
  const note = (what: string) => void asked.push(what);
  return {
    asked,
    limits,
    context: {
      getSecret: async (name: string) => {
        note(name);
        return name === 'GRANTED' ? GRANTED : HIDDEN;
      },
      resolveAssetBytes: async (uri: string) => {
        note(uri);
        return { bytes: new Uint8Array(4), attempts: [] };
      },
      storage: {
        retrieve: async (key: string) => {
          note(key);
          return new Uint8Array(4);
        },
        store: async () => 'x',
      },
      assetToSandbox: async (id: string, path: string) => {
        note(`${id} ${path}`);
        return path;
      },
      sandboxToAsset: async (path: string) => {
        note(path);
        return { type: 'asset' as const, uri: 'asset://1', asset_id: '1' };
      },
    },
  };
};

/** Ways to a secret that is not in the scope. */
const SECRETS = [
  `getSecret('HIDDEN')`,
  `getSecret('hidden')`,
  `getSecret(' GRANTED')`,
  `getSecret('GRANTED\\0')`,
  `getSecret(['GRANTED', 'HIDDEN'])`,
  `getSecret({ toString: () => 'HIDDEN' })`,
  `getSecret(new String('HIDDEN'))`,
  `getSecret('__proto__')`,
  `getSecret('constructor')`,
  `getSecret('x'.repeat(1e6))`,
  `nodetool.secrets.get('HIDDEN')`,
  `nodetool.secrets.tryGet('HIDDEN')`,
  `(Array.prototype.includes = () => true, getSecret('HIDDEN'))`,
  `(Object.prototype.HIDDEN = true, getSecret('HIDDEN'))`,
];

/** Media references that lead where the program may not go. */
const REFERENCES = [
  `{ type: 'image', uri: 'file:///etc/passwd' }`,
  `{ type: 'image', uri: 'file://localhost/etc/passwd' }`,
  `{ type: 'image', uri: '../../etc/passwd' }`,
  `{ type: 'image', uri: '/../etc/passwd' }`,
  `{ type: 'image', uri: 'a/../../b' }`,
  `{ type: 'image', uri: 'file:///%2e%2e/secret' }`,
  `{ type: 'image', asset_id: '../1' }`,
  `{ type: 'image', uri: 'asset://../1' }`,
  `{ type: 'image', uri: '/api/storage/../../etc/passwd' }`,
  `{ type: 'image', uri: '/api/storage/%2e%2e/x' }`,
  `{ type: 'image', uri: 's3://bucket/key' }`,
  `{ type: 'image', uri: 'x'.repeat(1e5) }`,
  `{ type: 'image', uri: 'a\\0b' }`,
  `{ __nodetool_sandbox_media__: 'm1', type: 'image' }`,
  `{ __nodetool_sandbox_media__: '__proto__', type: 'image' }`,
  `{ __proto__: { uri: 'file:///etc/passwd' }, type: 'image' }`,
  `{ type: 'image', data: 'data:;base64,' + 'A'.repeat(6e6) }`,
  `new Proxy({}, { get: () => 'file:///etc/passwd', has: () => true })`,
];

const ASSETS = [
  `assetToSandbox('../1', 'x')`,
  `assetToSandbox('a/../../1', 'x')`,
  `assetToSandbox('1', '../x')`,
  `assetToSandbox('1', '/../x')`,
  `assetToSandbox('1', 'a/../../x')`,
  `assetToSandbox('1', '')`,
  `assetToSandbox('1', 'a\\0b')`,
  `assetToSandbox('1\\0', 'x')`,
  `assetToSandbox({ id: '1' }, 'x')`,
  `sandboxToAsset('../x')`,
  `sandboxToAsset('a\\0')`,
  `sandboxToAsset(['x'])`,
];

export const mediaAndSecrets: Attack[] = [
  ...SECRETS.map((call) =>
    attack<Asked>({
      name: `read a secret by ${call.length > 60 ? `${call.slice(0, 60)}…` : call}`,
      code: refusalOf(call),
      options: watched,
      repelled: (outcome, { asked }) => {
        refused(/./)(outcome);
        expect(JSON.stringify(outcome)).not.toContain(HIDDEN);
        expect(asked).toEqual([]);
      },
    }),
  ),
  attack<Asked>({
    name: 'widen the scope of secrets from inside',
    code: `try { nodetool.secrets.list().push('HIDDEN') } catch {} try { nodetool.secrets.list = () => ['HIDDEN'] } catch {} globalThis.__secretScope = null; try { limits.secretScope = null } catch {}
      return [await getSecret('GRANTED'), await getSecret('HIDDEN').catch(() => 'refused')]`,
    options: watched,
    repelled: (outcome, { asked }) => {
      returns([GRANTED, 'refused'])(outcome);
      expect(asked).toEqual(['GRANTED']);
    },
  }),
  attack<Asked>({
    name: 'have a host error print a secret that was read',
    code: `const s = await getSecret('GRANTED'); await fail(s)`,
    options: () => ({
      ...watched(),
      globals: {
        fail: (value: string) => {
          throw Object.assign(new Error(`cannot use ${value} here`), { code: `E_${value}` });
        },
      },
    }),
    repelled: (outcome) => {
      expect(outcome.success).toBe(false);
      expect(JSON.stringify(outcome)).not.toContain(GRANTED);
      expect(outcome.error).toContain('[secret]');
    },
  }),
  attack<Asked>({
    name: 'keep a secret in the name and stack of an error of its own',
    code: `const s = await getSecret('GRANTED'); const e = new Error('m ' + s); e.name = 'N' + s; e.stack = 'at ' + s; throw e`,
    options: watched,
    repelled: (outcome) => expect(JSON.stringify(outcome)).not.toContain(GRANTED),
  }),
  ...REFERENCES.map((reference) =>
    attack<Asked>({
      name: `load ${reference.length > 70 ? `${reference.slice(0, 70)}…` : reference}`,
      code: refusalOf(`media.bytes(${reference})`),
      options: watched,
      repelled: (outcome, { asked }) => {
        refused(/./)(outcome);
        expect(asked.filter((what) => /\.\.|passwd|\0/.test(what))).toEqual([]);
      },
    }),
  ),
  ...ASSETS.map((call) =>
    attack<Asked>({
      name: `copy by ${call}`,
      code: refusalOf(call),
      options: watched,
      repelled: (outcome, { asked }) => {
        refused(/./)(outcome);
        expect(asked).toEqual([]);
      },
    }),
  ),
  {
    name: 'read media as another run left them',
    code: `const found = []; for (let i = 0; i < 50; i++) try { await media.bytes({ type: 'image', __nodetool_sandbox_media__: 'm' + i }); found.push(i) } catch {} return found`,
    options: () => ({ context: createMemoryContext() }),
    repelled: returns([]),
  },
  attack<Asked>({
    name: 'change a media reference while it is read',
    code: `let n = 0; try { await media.bytes({ type: 'image', get uri() { return n++ ? 'file:///etc/passwd' : 'asset://1' } }) } catch {} return n <= 1`,
    options: watched,
    repelled: (outcome, { asked }) => {
      returns(true)(outcome);
      expect(asked.filter((what) => what.includes('passwd'))).toEqual([]);
    },
  }),
];
