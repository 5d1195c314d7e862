import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packPathViolation, readPackDeclaration, sandboxSpecifier } from './pack-manifest.js';

const declare = (modules: unknown, more: object = {}, nodetool: object = {}) =>
  readPackDeclaration({
    name: '@acme/pack',
    version: '1.0.0',
    nodetool: { sandboxModules: modules, ...nodetool },
    ...more,
  });

/** Code and message of a refused declaration. */
function refusal(modules: unknown, more: object = {}, nodetool: object = {}): string {
  const answer = declare(modules, more, nodetool);
  return answer.status === 'error' ? `${answer.code}: ${answer.message}` : answer.status;
}

describe('readPackDeclaration', () => {
  it.each([[null], [undefined], [7], ['text'], [[]], [{}], [{ nodetool: null }], [{ nodetool: { other: 1 } }]])(
    'says that %j is no pack',
    (json) => {
      expect(readPackDeclaration(json)).toEqual({ status: 'not-a-pack' });
    },
  );

  it.each(['capability', '@nodetool-ai/sandbox-nodetool', 'Loud', '', '../x', 7])('refuses the name %j', (name) => {
    expect(refusal([{ name: '.', kind: 'js', file: 'a.js' }], { name })).toMatch(/^pack-name-invalid: /);
  });

  it('refuses two WASM modules of one file', () => {
    const module = { kind: 'wasm', file: 'x.wasm', memoryPagesMax: 0, exports: ['f'] };
    expect(
      refusal([
        { ...module, name: 'a' },
        { ...module, name: 'b', file: './x.wasm' },
      ]),
    ).toBe(
      'manifest-invalid: nodetool.sandboxModules[1].file: "x.wasm" is the file of another module. List all exports in one.',
    );
  });

  it('takes an empty list for no pack', () => {
    expect(declare([])).toEqual({ status: 'not-a-pack' });
  });

  it('reads every kind, fills in defaults and ignores what other loaders use', () => {
    const answer = declare(
      [
        { name: '.', kind: 'js', file: 'hello.js' },
        { name: 'yaml', kind: 'js', npm: 'js-yaml', types: 'yaml.d.ts' },
        { name: 'own.text', kind: 'js', file: 'src/guest.ts', bundle: true, description: 'Own code.' },
        {
          name: 'fast',
          kind: 'wasm',
          file: 'x.wasm',
          memoryPagesMax: 16,
          exports: ['add', { wasm: 'do-it', as: 'doIt' }],
        },
      ],
      { dependencies: { 'js-yaml': '5.5.0' } },
      { flows: ['x'] },
    );
    expect(answer).toMatchObject({
      status: 'ok',
      declaration: {
        packName: '@acme/pack',
        packVersion: '1.0.0',
        dependencies: ['js-yaml'],
        manifest: { apiVersion: 1, internal: [], recommended: false },
      },
    });
    expect(answer.status === 'ok' && answer.declaration.manifest).not.toHaveProperty('flows');
  });

  it('lets only the pinned pack have a host id', () => {
    const module = { name: '.', kind: 'host', host: 'csv' };
    const own = readPackDeclaration({ name: '@nodetool-ai/sandbox-csv', nodetool: { sandboxModules: [module] } });
    expect(own.status).toBe('ok');
    expect(refusal([module])).toMatch(/^host-id-foreign: .*belongs to @nodetool-ai\/sandbox-csv/);
    for (const host of ['nope', '__proto__', 'constructor', 'toString']) {
      expect(refusal([{ ...module, host }])).toMatch(/^host-id-unknown: .*not a registered host module/);
    }
  });

  it.each([
    ['both file and npm', { kind: 'js', file: 'a.js', npm: 'x' }, /sandboxModules\[0\]: needs exactly one/],
    ['neither file nor npm', { kind: 'js' }, /needs exactly one/],
    ['an unknown key', { kind: 'js', file: 'a.js', host: 'csv' }, /sandboxModules\[0\].*host/],
    ['an unknown kind', { kind: 'native', file: 'a.node' }, /sandboxModules\[0\]\.kind/],
    ['bundle with npm', { kind: 'js', npm: 'x', bundle: true }, /\[0\]\.bundle/],
    ['TypeScript without bundle', { kind: 'js', file: 'a.ts' }, /\[0\]\.file.*bundle/],
    ['a file that is no JavaScript', { kind: 'js', file: 'a.json' }, /\[0\]\.file/],
    ['an absolute path', { kind: 'js', file: '/etc/a.js' }, /relative to the pack/],
    ['a path from above', { kind: 'js', file: 'a/../../b.js' }, /"\.\."/],
    ['a backslash', { kind: 'js', file: 'a\\b.js' }, /backslash/],
    ['an escaped slash', { kind: 'js', file: 'a%2Fb.js' }, /%2f/i],
    ['a control character', { kind: 'js', file: 'a\u0000.js' }, /control character/],
    ['too many memory pages', { kind: 'wasm', file: 'a.wasm', memoryPagesMax: 4097, exports: ['f'] }, /memoryPagesMax/],
    [
      'an alias that is a reserved word',
      { kind: 'wasm', file: 'a.wasm', memoryPagesMax: 1, exports: [{ wasm: 'f', as: 'delete' }] },
      /exports\[0\]/,
    ],
    [
      'a budget above the ceiling',
      { kind: 'wasm', file: 'a.wasm', memoryPagesMax: 1, exports: ['f'], limits: { callTimeoutMs: 5001 } },
      /callTimeoutMs/,
    ],
    ['a long description', { kind: 'js', file: 'a.js', description: 'x'.repeat(161) }, /\[0\]\.description/],
  ])('refuses %s and names the field', (_what, module, message) => {
    const text = refusal([{ name: '.', ...module }]);
    expect(text).toMatch(/^manifest-invalid: nodetool\./);
    expect(text).toMatch(message);
  });

  it.each(['..', 'node_modules', 'a/b', '', 'ä', '@x'])('refuses the module name %j', (name) => {
    expect(refusal([{ name, kind: 'js', file: 'a.js' }])).toMatch(
      /^manifest-invalid: nodetool\.sandboxModules\[0\]\.name/,
    );
  });

  it('takes 256 modules and refuses 257', () => {
    const list = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `m${i}`, kind: 'js', file: `m${i}.js` }));
    expect(declare(list(256)).status).toBe('ok');
    expect(refusal(list(257))).toMatch(/^manifest-invalid: nodetool\.sandboxModules/);
    expect(refusal({ 0: 'x' })).toMatch(/^manifest-invalid/);
  });

  it('refuses what only shows when fields are compared', () => {
    const module = { name: '.', kind: 'js', file: 'a.js' };
    expect(refusal([module, { ...module, file: 'b.js' }])).toMatch(/^duplicate-module/);
    expect(refusal([module], {}, { internal: ['./a.js'] })).toMatch(/^internal-is-public/);
    expect(refusal([module], {}, { internal: ['b.js', 'b.js'] })).toMatch(/^manifest-invalid: nodetool\.internal\[1\]/);
    expect(refusal([{ name: '.', kind: 'js', npm: 'js-yaml' }])).toMatch(/^dependency-undeclared: .*"js-yaml"/);
    expect(refusal([module], {}, { apiVersion: 2 })).toMatch(/^manifest-unsupported-version/);
    expect(refusal([module], { name: 'No Good' })).toMatch(/^pack-name-invalid/);
    expect(refusal([module], { name: 7 })).toMatch(/^pack-name-invalid/);
  });
});

describe('any manifest', () => {
  const text = fc.constantFrom('.', '..', 'a.js', '../b.js', 'js', 'host', 'wasm', 'csv', '__proto__', 'x', '/etc', '');
  const value = fc.oneof(text, fc.string(), fc.jsonValue() as fc.Arbitrary<unknown>);
  const key = fc.constantFrom(
    'name',
    'kind',
    'file',
    'npm',
    'bundle',
    'host',
    'exports',
    'limits',
    'types',
    '__proto__',
  );
  const module = fc.oneof(fc.dictionary(key, value), value);

  it('is answered, and an accepted path never leaves the pack', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(module, { maxLength: 4 }), value), value, (sandboxModules, internal) => {
        const answer = readPackDeclaration({ name: 'pack', nodetool: { sandboxModules, internal } });
        if (answer.status === 'error') expect(answer.message).not.toBe('');
        if (answer.status !== 'ok') return;
        for (const entry of answer.declaration.manifest.sandboxModules) {
          expect(entry.kind).not.toBe('host');
          if ('file' in entry && entry.file !== undefined) expect(entry.file).not.toMatch(/^\/|\.\.\//);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('sandboxSpecifier', () => {
  it('joins the names', () => {
    expect(sandboxSpecifier('@acme/pack', '.')).toBe('@acme/pack');
    expect(sandboxSpecifier('@acme/pack', 'own.text')).toBe('@acme/pack/own.text');
  });
});

describe('packPathViolation', () => {
  it('lets plain paths through', () => {
    for (const path of ['a.js', 'a/b..c/d.js', './a.js', 'a b.js']) expect(packPathViolation(path)).toBeUndefined();
    expect(packPathViolation('C:/a.js')).toBeDefined();
  });
});
