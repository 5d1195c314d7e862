export { type LoadedGraph, loadGraph } from './graph/load-graph.js';
export { type ParsedWorkflow, parseWorkflow } from './graph/parse-workflow.js';
export * from './kernel/limits.js';
export { type WorkflowInput, workflowInputs } from './kernel/params.js';
export { type Plan, type PlannedNode, planGraph } from './kernel/plan.js';
export { messageValue } from './messages/message-value.js';
export { coreNodes } from './nodes/core-nodes.js';
export { NodeRegistry } from './registry.js';
export { type RunWorkflowOptions, runWorkflow, type WorkflowResult } from './run-workflow.js';
