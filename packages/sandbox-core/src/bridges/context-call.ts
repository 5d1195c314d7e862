/**
 * How bridges ask the members of a run's context, which are the caller's own code.
 * @module
 */
import type { ProcessingContext } from '@nodetool-ai/protocol/core';
import { withoutHostPaths } from '../errors.js';
import { cancelledError } from './answer.js';
import type { RunScope } from './bridge.js';

type Member = keyof ProcessingContext;
type With<M extends Member> = ProcessingContext & { [K in M]-?: NonNullable<ProcessingContext[K]> };

/**
 * Calls a member of the context. Its errors keep name, code and text; absolute paths of the host are taken out of the
 * text, because a program learns from them how the host is laid out.
 *
 * @throws when there is no context (`not available without a context`), or it lacks the member, which is then named
 */
export async function askContext<M extends Member, R>(
  run: RunScope,
  where: string,
  member: M,
  ask: (context: With<M>) => R | Promise<R>,
): Promise<R> {
  const context = requireMember(run, where, member);
  if (run.isOver()) throw cancelledError();
  try {
    return await ask(context);
  } catch (error) {
    throw presentable(error, where);
  }
}

/** The context of a run that has a member; throws as {@link askContext} does. */
export function requireMember<M extends Member>(run: RunScope, where: string, member: M): With<M> {
  const { context } = run.options;
  if (context === undefined || context === null) throw withoutContext(where);
  if (has(context, member)) return context;
  throw new Error(`${where}: the context of this run has no ${member}. Ask the host to provide it`);
}

/** What a bridge says that works on a context only. */
export function withoutContext(where: string): Error {
  return new Error(`${where} is not available without a context. Pass the data in as an input`);
}

/** Whether the context has a member that can be used. */
export function has<M extends Member>(context: ProcessingContext | undefined, member: M): context is With<M> {
  return context !== undefined && context !== null && context[member] !== undefined && context[member] !== null;
}

function presentable(thrown: unknown, where: string): unknown {
  if (!(thrown instanceof Error)) return new Error(`${where}: ${withoutHostPaths(String(thrown))}`);
  const message = String(thrown.message);
  const shown = withoutHostPaths(message);
  if (shown === message) return thrown;
  const { code } = thrown as { code?: unknown };
  const error = new Error(shown, { cause: thrown });
  error.name = String(thrown.name);
  return typeof code === 'string' ? Object.assign(error, { code }) : error;
}
