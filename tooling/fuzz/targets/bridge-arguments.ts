/**
 * Arguments of every bridge, as bytes that a guest with a codec of its own would send.
 * @module
 */
import type { RunSandboxOptions } from '@nodetool-ai/protocol';
import fc from 'fast-check';
import { answer } from '../../../packages/sandbox-core/src/bridges/answer.js';
import { decodeArguments } from '../../../packages/sandbox-core/src/bridges/arguments.js';
import { localBridges } from '../../../packages/sandbox-core/src/bridges/local.js';
import { decodeEnvelope } from '../../../packages/sandbox-core/src/codec/decode.js';
import { encodeEnvelope } from '../../../packages/sandbox-core/src/codec/encode.js';
import { hasParts } from '../../../packages/sandbox-core/src/codec/payload.js';
import { createMemoryContext } from '../../../packages/sandbox-core/src/context/memory-context.js';
import { BRIDGE_PATHS } from '../../../packages/sandbox-core/src/guest/paths.js';
import '../../../packages/sandbox-core/src/index.node.js';
import { resolveSandboxLimits } from '../../../packages/sandbox-core/src/limits.js';
import { type ModulePlan, planModules } from '../../../packages/sandbox-core/src/modules/plan.js';
import { jsModule, resolutionOf } from '../../../packages/sandbox-core/src/modules/testing/modules.js';
import { RunBridges } from '../../../packages/sandbox-core/src/run-bridges.js';
import { payloadBytes } from '../generate/payload-bytes.js';
import { hostileKey, textValue } from '../generate/texts.js';
import { type FuzzTarget, subject } from '../target.js';

/** Texts that some bridge has a meaning for. */
const word = fc.constantFrom(
  ...[
    'in.txt',
    'dir/a.bin',
    '../x',
    '/workspace/in.txt',
    'sub',
    '.',
    '',
    'A',
    'B',
    'asset://mem-1',
    'asset://..',
    'memory://x',
  ],
  ...[
    'http://8.8.8.8/',
    'http://127.0.0.1:1/',
    'http://name.example/',
    'https://[::1]/',
    'ftp://x',
    'data:text/plain,a',
    'data:;base64,AAAA',
    'file:///etc/passwd',
    'blob:x',
  ],
  ...[
    'SHA-256',
    'sha1',
    'HMAC',
    'utf-8',
    'base64',
    'hex',
    'aGk=',
    '68',
    'en-US',
    'de',
    'xx-invalid-locale-xx',
    'ar-EG-u-nu-arab',
    'currency',
    'percent',
    'unit',
    'EUR',
    'kilometer',
    'day',
    'conjunction',
    'UTC',
    'Europe/Berlin',
  ],
  ...[
    'GET',
    'POST',
    'CONNECT',
    'a b',
    'follow',
    'manual',
    'error',
    'image/png',
    'text/plain',
    'document',
    'out.txt',
    'name',
    'one',
  ],
);
const key = fc.oneof(
  { weight: 1, arbitrary: hostileKey },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        'uri',
        'url',
        'asset_id',
        'asset_uri',
        'data',
        'type',
        'mimeType',
        'filename',
        'encoding',
        'name',
        'contentType',
      ],
      ...[
        'method',
        'headers',
        'body',
        'redirect',
        'timeoutMs',
        'content-type',
        'host',
        'cookie',
        'user-agent',
        'maxBytes',
      ],
      ...[
        'style',
        'currency',
        'unit',
        'locale',
        'minimumFractionDigits',
        'maximumFractionDigits',
        'timeZone',
        'dateStyle',
        'numeric',
        'calendar',
      ],
      ...['key', 'fn', 'args', 'specifier', 'recursive', '__nodetool_sandbox_media__'],
    ),
  },
);
const leaf = fc.oneof(
  { weight: 8, arbitrary: word },
  { weight: 2, arbitrary: textValue },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  {
    weight: 2,
    arbitrary: fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, -1, 65_536, 65_537, 1e21, 2 ** 53)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      null,
      undefined,
      true,
      false,
      5n,
      new Date(0),
      new Date(Number.NaN),
      /x/,
      new Error('e'),
      new Float64Array(2),
    ),
  },
);
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map(Object.fromEntries),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 2 }).map((entries) => new Map(entries)),
    fc.array(tie('value'), { maxLength: 2 }).map((members) => new Set(members)),
  ),
})).value;
const args = fc.oneof(
  { weight: 20, arbitrary: fc.array(value, { maxLength: 4 }).map((list) => encodeEnvelope(list)) },
  { weight: 1, arbitrary: value.map((one) => encodeEnvelope(one)) },
  { weight: 1, arbitrary: payloadBytes },
);

/** What a program writes has to be let go again. */
const CALLS_PER_RUN = 200;
const LOCAL = localBridges();

/** Every call is answered, with a value that can be read or with an error that says something. */
export const bridgeArguments: FuzzTarget = {
  name: 'bridge-arguments',
  open: () => {
    let run = newRun();
    let callsLeft = CALLS_PER_RUN;
    return subject({
      cases: fc.tuple(fc.constantFrom(...BRIDGE_PATHS.keys()), args),
      async check([path, bytes]) {
        if (callsLeft-- <= 0) {
          run.seal();
          run = newRun();
          callsLeft = CALLS_PER_RUN;
        }
        const reply = await call(run, path, bytes);
        // Large bytes ride beside an answer, in a form that only a guest reads; no failure has any.
        if (hasParts(reply)) return;
        const answered = decodeEnvelope(reply) as [id: number, ok: boolean, value: unknown];
        if (answered[0] !== 1 || typeof answered[1] !== 'boolean') throw new Error('an answer of another shape');
        if (!answered[1]) mustBeClean(BRIDGE_PATHS[path] as string, answered[2]);
      },
      close: () => run.seal(),
    });
  },
};

function call(run: RunBridges, path: number, bytes: Uint8Array): Promise<Uint8Array> {
  const local = LOCAL.get(BRIDGE_PATHS[path] as string);
  return new Promise((resolve) => {
    if (local === undefined) run.call(1, path, path % 3, bytes, resolve);
    // The wait of `sleep` ends at once when its signal has fired.
    else answer(1, () => local(decodeArguments(bytes), { signal: AbortSignal.abort() }), resolve);
  });
}

/** A run with something behind every bridge. No socket leads anywhere but to a closed port of this machine. */
function newRun(): RunBridges {
  const context = createMemoryContext({
    files: { 'in.txt': 'text', 'dir/a.bin': new Uint8Array([1, 2, 3]), 'sub/b.txt': '' },
    secrets: { A: 'the secret A', B: '' },
  });
  const options: RunSandboxOptions = {
    code: '',
    context,
    network: {
      resolveHost: async () => ['93.184.215.14'],
      connect: () => ({ address: '127.0.0.1', port: 9 }),
    },
    onTakeInput: async (handle) => (handle === null ? { done: true } : { done: false, handle, value: 1 }),
    onStreamOpen: () => true,
    capabilities: {
      facades: new Map([['@nodetool-ai/sandbox-nodetool/x', 'export function one() {}']]),
      call: async () => 1,
    },
  };
  return new RunBridges({
    options,
    limits: resolveSandboxLimits({ secretScope: ['A', 'B'], fetchTimeoutMs: 1000, maxFetchCalls: 100 }),
    functions: [(...all: unknown[]) => all.length, () => Promise.reject(new Error('of the caller'))],
    plan: planModules(resolutionOf(jsModule('one', { 'index.js': '' })), options.capabilities) as ModulePlan,
    clock: undefined,
  });
}

/** Words of an engine that was handed what it did not expect, and places on the disk of the host. */
const UNCLEAN =
  /undefined is not (?:a function|an object|iterable)|Cannot (?:read|convert|destructure|set)|is not a (?:function|constructor)|is not iterable|Maximum call stack|Invalid array length|Invalid typed array|Reflect\.|Object\.\w+ called|node:|node_modules|file:\/\/\/(?!etc)|\.[cm]?[jt]s:\d/;

function mustBeClean(path: string, failure: unknown): void {
  const { name, message } = failure as { name?: unknown; message?: unknown };
  const isText = typeof name === 'string' && name !== '' && typeof message === 'string' && message !== '';
  if (!isText || message.length > 3000 || UNCLEAN.test(message) || message.includes(process.cwd()))
    throw new Error(`${path} failed with ${name}: ${message}`);
}
