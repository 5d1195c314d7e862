/**
 * Host side of the expr pack: what the guest's `evaluate` calls.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async evaluate({ where, args }) {
    const { evaluateFormula } = await loadLibrary(where, 'expr-eval-fork', () => import('./evaluate-formula.js'));
    return evaluateFormula(where, args[0], args[1]);
  },
};
