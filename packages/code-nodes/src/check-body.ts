/**
 * What can be said of a Code node before it runs.
 * @module
 */
import {
  type NodeEnvironment,
  type NodeFacts,
  SANDBOX_LIMITS,
  type SourcePosition,
  type WorkflowFailureCode,
  type WorkflowIssue,
} from '@nodetool-ai/protocol';
import type { BodyAnalysis, BodyFault, BodyPosition } from './analyse-body.js';
import { suggest } from './near-miss.js';
import { resolveImports } from './resolve-imports.js';

const MAX_MEMORY_MIB = SANDBOX_LIMITS.memoryLimitBytes.ceiling / (1024 * 1024);

const FAULTS: Record<BodyFault['form'], { code: WorkflowFailureCode; message: string; next: string }> = {
  export: {
    code: 'code_module',
    message: 'The body exports something; it is a list of statements, not a module.',
    next: 'Deliver values with output(name, value).',
  },
  'import()': {
    code: 'code_module',
    message: 'The body calls import(), which is never allowed.',
    next: 'Write a static import at the top of the body.',
  },
  'require()': {
    code: 'code_module',
    message: 'The body calls require(), which does not exist here.',
    next: 'Write a static import at the top of the body.',
  },
  stream: {
    code: 'unsupported',
    message: 'The body reads its inputs with stream, which this runner does not have.',
    next: 'Read inputs.<name>: the node runs once per item.',
  },
};

/** Checks settings and body of a Code node. */
export function checkBody(facts: NodeFacts, environment: NodeEnvironment, analysis: BodyAnalysis): WorkflowIssue[] {
  const issues: WorkflowIssue[] = [];
  const file = facts.properties.get('codeFile');
  const hasFile = typeof file === 'string' && file !== '';
  const at = ({ line, column }: BodyPosition): { at: SourcePosition } => ({
    at: hasFile ? { line, column, file } : { line, column },
  });
  const add = (code: WorkflowFailureCode, message: string, next: string, more: Partial<WorkflowIssue> = {}) =>
    issues.push({ severity: 'error', code, message, next, ...more });

  checkSettings(facts, add);
  const code = facts.node.properties.get('code');
  if (hasFile && code === undefined) {
    add(
      'code_file',
      `The body is in the file "${file}", and this runner reads no files.`,
      'Run it with the Node entry, or write the body in properties.code.',
      { property: 'codeFile' },
    );
    return issues;
  }
  if (typeof code === 'string' && code.trim() === '') {
    add('property', 'The body is empty.', 'Write a body in properties.code.', { property: 'code' });
    return issues;
  }
  const property = { property: hasFile ? 'codeFile' : 'code' };
  if (analysis.status === 'unparsable') {
    add('code_syntax', `SyntaxError: ${analysis.message}.`, 'Correct the body at this place.', {
      ...property,
      ...at(analysis.at),
    });
    return issues;
  }
  for (const fault of analysis.faults) {
    const { code: faultCode, message, next } = FAULTS[fault.form];
    add(faultCode, message, next, { ...property, ...at(fault) });
  }
  const resolved = resolveImports(analysis.imports, facts.properties.get('packages'), environment.catalog);
  for (const one of resolved.refused)
    add('code_package_unavailable', one.message, one.next, { ...property, ...at(one.at) });
  if (facts.outputs.size > 0) {
    for (const call of analysis.calls) {
      if (facts.outputs.has(call.name)) continue;
      const message = `The body calls ${call.verb}("${call.name}"), and the node has no such output.`;
      add('code_undeclared_output', message, suggest(call.name, facts.outputs, 'outputs'), {
        ...property,
        ...at(call),
      });
    }
  }
  return issues;
}

function checkSettings(
  facts: NodeFacts,
  add: (code: WorkflowFailureCode, message: string, next: string, more: Partial<WorkflowIssue>) => void,
): void {
  const absent = (property: string, message: string, next: string) =>
    add('capability_unavailable', message, next, { property });
  const secrets = facts.properties.get('secrets');
  if (Array.isArray(secrets) && secrets.length > 0) {
    absent(
      'secrets',
      `The node asks for secrets (${secrets.map((one) => `"${String(one)}"`).join(', ')}), and this runner has none to give.`,
      'Remove properties.secrets, and pass what the body needs as an input.',
    );
  }
  if (facts.properties.get('allow_local_network') === true) {
    absent(
      'allow_local_network',
      'The node asks for the local network, and this runner lets a body fetch public addresses alone.',
      'Remove properties.allow_local_network.',
    );
  }
  if (facts.properties.get('allow_host_filesystem') === true) {
    absent(
      'allow_host_filesystem',
      'The node asks for files of the host, and a body has no files here.',
      'Remove it, and read and write with nodetool.file.Read and nodetool.file.Write.',
    );
  }
  const timeout = facts.properties.get('timeout');
  if (typeof timeout === 'number' && timeout < 0) {
    add('property', `"timeout" must be 0 or more seconds, not ${timeout}.`, 'Write 0 for no limit.', {
      property: 'timeout',
    });
  }
  const memory = facts.properties.get('memory_mb');
  if (typeof memory === 'number' && (memory < 1 || memory > MAX_MEMORY_MIB)) {
    add('property', `"memory_mb" must be 1 to ${MAX_MEMORY_MIB}, not ${memory}.`, 'Correct properties.memory_mb.', {
      property: 'memory_mb',
    });
  }
}
