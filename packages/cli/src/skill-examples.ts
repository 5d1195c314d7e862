/**
 * The examples of a SKILL.md, run as bodies in a real guest.
 * @module
 */
import { EXAMPLE_TIMEOUT_SECONDS } from './limits.js';
import { type BodyRun, runBody } from './run-body.js';

/** One example; `line` is that of its first line of code in SKILL.md, from 1. */
export interface SkillExample {
  code: string;
  line: number;
}

/** What became of an example. `not-run` says that it needs what nobody gave. */
export interface SkillExampleResult {
  line: number;
  status: 'ok' | 'failed' | 'not-run';
  /** Why it is not ok, and where in SKILL.md. */
  message?: string;
  at?: number;
}

/** Inputs of all examples of a pack, if it has any: a JSON object in this file. */
export const EXAMPLE_INPUTS_FILE = 'test/inputs.json';

/** Blocks marked `js`, in order. */
export function skillExamples(text: string): SkillExample[] {
  const examples: SkillExample[] = [];
  let open: { line: number; code: string[] } | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (open === undefined) {
      if (/^```(?:js|javascript)\b/.test(line)) open = { line: index + 2, code: [] };
    } else if (/^```\s*$/.test(line)) {
      examples.push({ line: open.line, code: open.code.join('\n') });
      open = undefined;
    } else open.code.push(line);
  }
  return examples;
}

/** Runs one example. Never rejects. */
export async function runSkillExample(
  { code, line }: SkillExample,
  inputs: Record<string, unknown> | undefined,
  surroundings: Pick<BodyRun, 'catalog' | 'signal' | 'hostModules'>,
): Promise<SkillExampleResult> {
  if (inputs === undefined && /\binputs\b/.test(code)) {
    return {
      line,
      status: 'not-run',
      message: `not run: it needs inputs, a JSON object in ${EXAMPLE_INPUTS_FILE}`,
    };
  }
  const { result } = await runBody({
    code,
    inputs: inputs ?? {},
    timeoutSeconds: EXAMPLE_TIMEOUT_SECONDS,
    ...surroundings,
  });
  if (result.status === 'completed') return { line, status: 'ok' };
  const issue = result.issues.find(({ severity }) => severity === 'error');
  const at = issue?.at === undefined ? line : line + issue.at.line - 1;
  return { line, status: 'failed', message: issue?.message ?? result.error ?? result.status, at };
}
