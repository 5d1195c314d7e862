/**
 * The packs a run may import, compiled first where that was not done before.
 * @module
 */
import type { SandboxModuleCatalog } from '@nodetool-ai/protocol';
import { CompiledModuleCache, cacheRoot, loadCatalog } from '@nodetool-ai/sandbox-compiler';
import { type CliIo, note, paletteFor } from './io.js';
import { visibleLine } from './text/visible.js';

/** The catalog for `dir`; says which packs had to be compiled, since that takes a moment. */
export async function loadPacks(dir: string, io: CliIo): Promise<SandboxModuleCatalog> {
  const palette = paletteFor(io, 'stderr');
  return loadCatalog({
    cwd: dir,
    env: io.env,
    cache: new CompiledModuleCache(cacheRoot(io.env)),
    signal: io.signal,
    onProgress: ({ phase, module }) => {
      if (phase === 'done' && module && !module.cached && module.outcome.status === 'compiled') {
        note(io, palette.dim(`compiled ${visibleLine(module.specifier)}`));
      }
    },
  });
}
