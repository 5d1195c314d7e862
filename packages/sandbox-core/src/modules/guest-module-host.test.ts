import type { ResolvedHostModule } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import {
  capabilityFacadeSource,
  createGuestModuleHost,
  SandboxHostModuleError,
  SandboxModulesError,
} from '../index.node.js';
import { csvModule, jsModule, resolutionOf, wasmModule } from './testing/modules.js';

const JOBS = '@nodetool-ai/sandbox-nodetool/jobs';

describe('createGuestModuleHost', () => {
  it('serves every kind of module, and its bridge to its facade alone', () => {
    const host = createGuestModuleHost(
      resolutionOf(jsModule('kit', { 'index.js': 'export {};' }), csvModule(), wasmModule()),
      {
        facades: new Map([[JOBS, capabilityFacadeSource(JOBS, ['list_jobs'])]]),
        call: () => null,
      },
    );
    const textOf = (specifier: string) => host.load(host.normalize('user-code', specifier).id ?? '');
    expect(textOf('kit')).toBe('export {};');
    expect(textOf('@nodetool-ai/sandbox-csv')).toContain('__hostCall("@nodetool-ai/sandbox-csv", "parse", args)');
    expect(textOf('workshop')).toContain('__wasmCall("workshop", "add", args)');
    expect(textOf(JOBS)).toContain(`__capabilityCall("${JOBS}", "list_jobs", args.length === 0 ? [{}] : args)`);

    const bridges = { '@nodetool-ai/sandbox-csv': 'host', workshop: 'wasm', [JOBS]: 'capability' };
    for (const [specifier, own] of Object.entries(bridges)) {
      const base = host.normalize('user-code', specifier).id ?? '';
      for (const kind of ['host', 'wasm', 'capability']) {
        const bridge = `nodetool:${kind}-bridge`;
        const answer = host.normalize(base, bridge);
        if (kind === own) expect(answer).toEqual({ id: bridge });
        else expect(answer.denied).toMatch(/private/);
      }
    }
  });

  it('has no bridge in a run without modules of its kind', () => {
    const host = createGuestModuleHost(resolutionOf(csvModule()));
    expect(host.load('nodetool:host-bridge')).toContain('__nodetoolHostDispatch');
    expect(host.load('nodetool:wasm-bridge')).toBeUndefined();
    expect(createGuestModuleHost().load('nodetool:host-bridge')).toBeUndefined();
  });

  it('does not let a facade look around in its pack', () => {
    const host = createGuestModuleHost(
      resolutionOf(wasmModule({ graph: [{ id: 'x.js', kind: 'js', source: '', dependencies: [], internal: true }] })),
    );
    const facade = host.normalize('user-code', 'workshop').id ?? '';
    expect(host.normalize(facade, './x.js').denied).toContain('not a sandbox package this run serves');
  });

  it('locks, opens and records what it refused', () => {
    const host = createGuestModuleHost(resolutionOf(jsModule('kit', { 'index.js': '' })));
    host.lockStaticGraph();
    expect(host.normalize('user-code', 'kit').denied).toContain('dynamic import()');
    host.openStaticGraph();
    expect(host.normalize('user-code', 'kit').id).toBeDefined();
    expect(host.normalize('user-code', 'fs').denied).toContain('it serves "kit"'.replace('it', 'It'));
    expect(host.denials).toMatchObject([
      { base: 'user-code', requested: 'kit', dynamic: true },
      { base: 'user-code', requested: 'fs', dynamic: false },
    ]);
  });

  it.each<[string, Partial<ResolvedHostModule>]>([
    ['an unknown host id', { hostId: 'shell' }],
    ['an inherited name', { hostId: 'constructor' }],
    ['a host id of another package', { specifier: 'mine', packName: 'mine' }],
    ['a specifier of another package', { specifier: 'mine' }],
  ])('throws SandboxHostModuleError for %s', (_what, changes) => {
    expect(() => createGuestModuleHost(resolutionOf(csvModule(changes)))).toThrow(SandboxHostModuleError);
  });

  it('throws SandboxModulesError for all else that cannot be honoured', () => {
    const make = () => createGuestModuleHost(resolutionOf(jsModule('../x', { 'index.js': '' })));
    expect(make).toThrow(SandboxModulesError);
    expect(make).not.toThrow(SandboxHostModuleError);
    expect(() => createGuestModuleHost(undefined, {} as never)).toThrow('capabilities must be');
  });
});
