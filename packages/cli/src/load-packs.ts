/**
 * The packs a run may import, compiled first where that was not done before.
 * @module
 */
import {
  CompiledModuleCache,
  cacheRoot,
  discoverPacks,
  hostModuleSources,
  loadCatalog,
} from '@nodetool-ai/sandbox-compiler';
import type { RunWorkflowOptions } from '@nodetool-ai/workflow-runner';
import { type CliIo, note, paletteFor } from './io.js';
import { visibleLine } from './text/visible.js';

/** What a run gets of the packs: the modules of those found from `dir`, and the host code they call. */
export type LoadedPacks = Required<Pick<RunWorkflowOptions, 'catalog' | 'hostModules'>>;

/** The packs for `dir`; says which had to be compiled, since that takes a moment. */
export async function loadPacks(dir: string, io: CliIo): Promise<LoadedPacks> {
  const palette = paletteFor(io, 'stderr');
  const catalog = await loadCatalog({
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
  // An attack: a downloaded workflow with a package beside it that calls itself a pack of this project.
  // Host code comes from the application the user stands in and from what came with the command.
  return { catalog, hostModules: hostModuleSources(discoverPacks({ cwd: io.cwd, env: io.env }).packs) };
}
