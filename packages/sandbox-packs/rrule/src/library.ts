/**
 * The library by names, wherever it was loaded: a bundler takes its ES build, plain Node its CommonJS build.
 * @module
 */
import * as namespace from 'rrule';

export const library: typeof namespace =
  'RRule' in namespace ? namespace : (namespace as unknown as { default: typeof namespace }).default;
