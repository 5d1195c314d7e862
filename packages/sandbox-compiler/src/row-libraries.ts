/**
 * Which npm packages a row of the host-module registry speaks of.
 * @module
 */
import type { SandboxHostModuleRow } from '@nodetool-ai/protocol';

/** Their names: "js-tiktoken ranks" is about js-tiktoken, "own reader" about no package. */
export function rowLibraries({ library }: SandboxHostModuleRow): string[] {
  return library.split(' + ').flatMap((part) =>
    part
      .split(' ')
      .slice(0, 1)
      .filter((name) => name !== 'own'),
  );
}
