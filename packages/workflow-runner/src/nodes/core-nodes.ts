/**
 * The nodes that run anywhere, in a page too.
 * @module
 */
import { codeNode } from '@nodetool-ai/code-nodes';
import type { NodeDefinition } from '@nodetool-ai/protocol';
import { collectNode } from './collect.js';
import { constantNodes } from './constant.js';
import { inputNodes } from './input.js';
import { outputNode } from './output.js';

/** Constants, inputs, Output, Collect and Code. */
export const coreNodes: readonly NodeDefinition[] = [
  ...constantNodes,
  ...inputNodes,
  outputNode,
  collectNode,
  codeNode,
];
