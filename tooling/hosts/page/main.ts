/**
 * A page that does nothing by itself: tests call what it makes reachable.
 * @module
 */
import { runInSandbox } from '@nodetool-ai/sandbox-core';

Object.assign(globalThis, { runInSandbox });
