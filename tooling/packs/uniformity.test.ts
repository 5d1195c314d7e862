import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type HostFunctions, SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../packages/sandbox-packs/', import.meta.url));
const packs = readdirSync(folder).filter((id) => id !== 'kit' && existsSync(`${folder}${id}/package.json`));

/** What every pack has, whatever it is. */
const FILES = ['README.md', 'SKILL.md', 'guest.d.ts', 'src/index.ts', 'src/index.test.ts', 'src/limits.ts'];

describe('the packs', () => {
  it('are 38, and every registered host module is one of them', () => {
    expect(packs).toHaveLength(38);
    expect(Object.keys(SANDBOX_HOST_MODULES).filter((id) => !packs.includes(id))).toEqual([]);
  });

  it.each(packs)('%s has every part of a pack', (id) => {
    const wanted = [...FILES, 'test/hostile.test.ts', ...(id in SANDBOX_HOST_MODULES ? ['src/host.ts'] : [])];
    expect(wanted.filter((file) => !existsSync(`${folder}${id}/${file}`))).toEqual([]);
  });

  describe.each(Object.values(SANDBOX_HOST_MODULES))('host module $id', ({ id, exports, callTimeoutMs }) => {
    it('has exactly the functions of its row', async () => {
      const { functions }: { functions: HostFunctions } = await import(
        `../../packages/sandbox-packs/${id}/src/host.ts`
      );
      expect(Object.keys(functions).sort()).toEqual([...exports].sort());
    });

    it('states the deadline of its row', async () => {
      const limits: Record<string, unknown> = await import(`../../packages/sandbox-packs/${id}/src/limits.ts`);
      const stated = Object.entries(limits).filter(([name]) => name.endsWith('_CALL_TIMEOUT_MS'));
      expect(stated.map(([, value]) => value)).toEqual(stated.map(() => callTimeoutMs));
    });
  });
});
