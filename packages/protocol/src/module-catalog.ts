/**
 * The catalog: what a process offers to its runs.
 * @module
 */
import type { SandboxDeliveryRefusal, SandboxModuleDelivery } from './delivery.js';
import type {
  PackFinding,
  PackSkill,
  PackSummary,
  SandboxModuleDeclaration,
  SandboxModuleResolution,
  SandboxModuleSummary,
} from './modules.js';

/** The immutable set of packs a process offers to its runs. */
export interface SandboxModuleCatalog {
  /** Usable modules, sorted by specifier. */
  summaries(): SandboxModuleSummary[];
  diagnostics(): PackFinding[];
  packs(): PackSummary[];
  packSkill(packName: string): PackSkill | undefined;
  /** Keeps the order, ignores repeats, never throws: what cannot be had is a status. */
  resolveForExecution(declarations: SandboxModuleDeclaration[]): SandboxModuleResolution;
  /** Gives one file for a page; `moduleId` is a specifier, or `<packName>::<fileId>`. Never throws. */
  authorizeDelivery(moduleId: string): Promise<SandboxModuleDelivery | SandboxDeliveryRefusal>;
}
