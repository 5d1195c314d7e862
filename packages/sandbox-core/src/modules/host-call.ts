/**
 * Checks one call of a host function before anything of it is used.
 * @module
 */
import { nameValue } from './name-value.js';
import type { ModulePlan, PlannedHostModule } from './plan.js';

/** A call that may go ahead, or the text of its refusal. */
export type HostCallCheck =
  | { module: PlannedHostModule; exportName: string; args: unknown[]; error?: undefined }
  | { error: string; module?: undefined };

/**
 * Checks the parts of a host call in the order: run cancelled, declared module, registered export, argument list.
 * All three values come from the guest, which may have captured the dispatcher: nothing is trusted.
 */
export function checkHostCall(
  plan: Pick<ModulePlan, 'hostModules'>,
  moduleKey: unknown,
  exportName: unknown,
  args: unknown,
  signal?: AbortSignal,
): HostCallCheck {
  if (signal?.aborted) return { error: 'host call refused: the run was cancelled' };
  const module = plan.hostModules.find(({ key }) => key === moduleKey);
  if (!module) return { error: `${nameValue(moduleKey)} is not a host sandbox module declared by this run` };
  const where = `host sandbox module "${module.key}"`;
  if (typeof exportName !== 'string' || !module.row.exports.includes(exportName)) {
    return { error: `${where} has no export named ${nameValue(exportName)}; it has ${module.row.exports.join(', ')}` };
  }
  if (!Array.isArray(args))
    return { error: `${where}: "${exportName}" was called with a non-list argument: ${nameValue(args)}` };
  return { module, exportName, args };
}
