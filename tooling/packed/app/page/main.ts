/**
 * A page over the installed packages: a test calls what it makes reachable.
 * @module
 */
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { runWorkflow } from '@nodetool-ai/workflow-runner';

Object.assign(globalThis, { runInSandbox, runWorkflow });
