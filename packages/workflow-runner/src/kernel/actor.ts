/**
 * One node at work: takes what arrives, runs once per item, hands on what comes out.
 * @module
 */
import type { NodeDefinition, NodeEnvironment, NodeRun } from '@nodetool-ai/protocol';
import type { NodeInbox } from './inbox.js';
import type { Lineage } from './lineage.js';
import type { Matcher } from './matcher.js';
import type { NodeOutputs } from './outputs.js';
import type { PlannedNode } from './planned-node.js';

/** How a node ended. */
export type ActorEnd =
  | { status: 'completed'; runs: number; finals: ReadonlyMap<string, unknown> }
  | { status: 'skipped'; runs: 0; hasFailedUpstream: boolean }
  | { status: 'error'; runs: number; error: unknown }
  | { status: 'cancelled'; runs: number };

/** What an actor is made of. */
export interface ActorParts {
  planned: PlannedNode;
  inbox: NodeInbox;
  matcher: Matcher;
  outputs: NodeOutputs;
  environment: NodeEnvironment;
  signal: AbortSignal;
  /** The node is about to run for the first time. */
  started(): void;
  log: NodeRun['log'];
  progress: NodeRun['progress'];
  saved: NodeRun['saved'];
}

/** Runs a node until its inputs end. Never rejects. */
export async function runActor(parts: ActorParts): Promise<ActorEnd> {
  const { inbox, matcher, outputs, planned, signal } = parts;
  const state: Record<string, unknown> = {};
  let runs = 0;
  let hasFailedUpstream = false;
  let finals: ReadonlyMap<string, unknown> = new Map();
  let end: ActorEnd | undefined;
  try {
    while (!end) {
      if (signal.aborted) {
        end = { status: 'cancelled', runs };
        break;
      }
      const step = matcher.next();
      if (!step) {
        const arrival = await inbox.take();
        if (!arrival) end = { status: 'cancelled', runs };
        else if (arrival.kind === 'value') matcher.accept(arrival.edge, arrival.lineage, arrival.value);
        else matcher.close(arrival.edge, arrival.lineage, arrival.hasFailed);
      } else if (step.kind === 'fire') {
        if (runs === 0) parts.started();
        runs += 1;
        finals = (await planned.definition.run(nodeRun(parts, state, step.values, step.lineage))) ?? new Map();
        if (!signal.aborted) await outputs.finish(step.lineage, finals);
      } else {
        hasFailedUpstream ||= step.hasFailed;
        if (step.lineage.length > 0 || step.kind === 'skip') await outputs.skip(step.lineage, step.hasFailed);
        if (step.kind === 'closed' && step.lineage.length === 0) {
          end = runs > 0 ? { status: 'completed', runs, finals } : { status: 'skipped', runs: 0, hasFailedUpstream };
        }
      }
    }
  } catch (error) {
    end = signal.aborted ? { status: 'cancelled', runs } : { status: 'error', runs, error };
  }
  if (end.status === 'completed' || end.status === 'skipped') inbox.discard();
  inbox.closeAll();
  await outputs.end(end.status === 'error' || end.status === 'cancelled' || hasFailedUpstream);
  return end;
}

function nodeRun(
  parts: ActorParts,
  state: Record<string, unknown>,
  values: ReadonlyMap<string, unknown>,
  lineage: Lineage,
): NodeRun {
  const { planned, environment, signal, outputs } = parts;
  const { facts, definition } = planned;
  const inputs: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(definition.inputs)) {
    inputs[name] = values.has(name) ? values.get(name) : ownCopy(definition, name, facts.properties.get(name));
  }
  const dynamicInputs = new Map(planned.dynamicValues);
  for (const [name, value] of values) if (!Object.hasOwn(definition.inputs, name)) dynamicInputs.set(name, value);
  return {
    node: facts.node,
    environment,
    inputs,
    dynamicInputs,
    outputs: facts.outputs,
    state,
    signal,
    emit: (item) => outputs.emit(lineage, item),
    log: parts.log,
    progress: parts.progress,
    saved: parts.saved,
  };
}

/** A default that can be changed is copied, so that no run sees what another did to it. */
function ownCopy(definition: NodeDefinition, name: string, value: unknown): unknown {
  return value !== null && typeof value === 'object' && value === definition.inputs[name]?.default
    ? structuredClone(value)
    : value;
}
