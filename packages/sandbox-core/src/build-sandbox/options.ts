/**
 * What `buildSandbox` is given.
 * @module
 */
import type { RunSandboxOptions } from '@nodetool-ai/protocol/core';

/** The options of a run that bridges look at. */
export type BuildSandboxOptions = Pick<
  RunSandboxOptions,
  | 'context'
  | 'signal'
  | 'limits'
  | 'onProgress'
  | 'onLog'
  | 'onEmit'
  | 'onTakeInput'
  | 'onStreamOpen'
  | 'resolveMediaRef'
  | 'promoteMedia'
  | 'network'
  | 'clock'
>;
