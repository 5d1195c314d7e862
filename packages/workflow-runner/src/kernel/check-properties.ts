/**
 * Whether the values written on a node fit what its kind declares.
 * @module
 */

import { suggest } from '@nodetool-ai/code-nodes';
import type { SlotKind, WorkflowErrorCode, WorkflowIssue } from '@nodetool-ai/protocol';
import type { PlannedNode } from './planned-node.js';

/** Spellings of types from elsewhere, and the right one. */
const TYPE_ALIASES = new Map([
  ['string', 'str'],
  ['text', 'str'],
  ['number', 'float'],
  ['integer', 'int'],
  ['boolean', 'bool'],
  ['object', 'dict'],
  ['map', 'dict'],
  ['json', 'any'],
  ['array', 'list'],
  ['Uint8Array', 'bytes'],
  ['null', 'none'],
  ['undefined', 'none'],
  ['unknown', 'any'],
]);

/** Whether an input gathers the values of several edges. */
export function isListSlot(planned: PlannedNode, handle: string): boolean {
  const { definition, facts } = planned;
  if (Object.hasOwn(definition.inputs, handle)) return definition.inputs[handle]?.type === 'list';
  return facts.node.dynamicInputs.get(handle)?.type.type === 'list';
}

/** Checks properties and dynamic slots of one node. */
export function checkProperties(planned: PlannedNode): WorkflowIssue[] {
  const { definition, facts } = planned;
  const issues: WorkflowIssue[] = [];
  const add = (
    severity: 'error' | 'warning',
    code: WorkflowErrorCode,
    property: string,
    message: string,
    next: string,
  ) => issues.push({ severity, code, message, next, property, node_id: facts.node.id, node_type: definition.type });

  for (const [name, input] of Object.entries(definition.inputs)) {
    const value = facts.properties.get(name);
    if (value === undefined || value === null) {
      if (input.required && !facts.connectedInputs.has(name)) {
        add(
          'error',
          'property',
          name,
          `The node needs "${name}": ${lowerFirst(input.description)}`,
          input.setting ? `Set properties.${name}.` : `Set properties.${name}, or lead an edge into it.`,
        );
      }
    } else if (!fits(value, input.type)) {
      add(
        'error',
        'property',
        name,
        `"${name}" must be ${KIND_NAMES[input.type]}, not ${kindOf(value)}.`,
        `Correct properties.${name}.`,
      );
    }
  }
  for (const name of facts.node.properties.keys()) {
    if (Object.hasOwn(definition.inputs, name)) continue;
    add(
      'warning',
      'property',
      name,
      `The node has no property "${name}"; it is ignored.`,
      suggest(name, Object.keys(definition.inputs), 'properties'),
    );
  }
  const checkTypeName = (what: 'input' | 'output', name: string, type: string): void => {
    const alias = TYPE_ALIASES.get(type);
    if (alias === undefined) return;
    const message = `The ${what} "${name}" has the type "${type}", which is no type here.`;
    add('error', 'property', name, message, `Write "${alias}".`);
  };
  for (const [name, slot] of facts.node.dynamicInputs) {
    checkTypeName('input', name, slot.type.type);
    if (!definition.supportsDynamicInputs) {
      add(
        'error',
        'property',
        name,
        `The node takes no inputs of your own such as "${name}".`,
        suggest(name, Object.keys(definition.inputs), 'inputs'),
      );
    } else if (slot.required && slot.default === undefined && !facts.connectedInputs.has(name)) {
      add(
        'error',
        'property',
        name,
        `The input "${name}" is required and has no value.`,
        'Lead an edge into it, or give it a default.',
      );
    }
  }
  for (const [name, type] of facts.node.dynamicOutputs) {
    checkTypeName('output', name, type.type);
    if (!definition.supportsDynamicOutputs) {
      add(
        'error',
        'property',
        name,
        `The node has no outputs of your own such as "${name}".`,
        suggest(name, Object.keys(definition.outputs), 'outputs'),
      );
    }
  }
  return issues;
}

const KIND_NAMES: Record<SlotKind, string> = {
  any: 'a value',
  str: 'a text',
  int: 'a whole number',
  float: 'a number',
  bool: 'true or false',
  list: 'a list',
  dict: 'an object',
  bytes: 'bytes',
};

/** Whether a value is of a kind. */
export function fits(value: unknown, kind: SlotKind): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'str':
      return typeof value === 'string';
    case 'int':
      return Number.isSafeInteger(value);
    case 'float':
      return typeof value === 'number' && Number.isFinite(value);
    case 'bool':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'dict':
      return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
    case 'bytes':
      return value instanceof Uint8Array;
  }
}

/** Name of a value's kind for a message. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Uint8Array) return 'bytes';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
