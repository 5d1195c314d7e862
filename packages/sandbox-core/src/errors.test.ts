import { describe, expect, it } from 'vitest';
import { buildEntry } from './entry/build-entry.js';
import * as errors from './errors.js';

const { cleanStack, describeEngineFailure, errorText, guestFailure } = errors;

describe('errorText', () => {
  it.each([
    ['TypeError', 'x is not a function', 'TypeError: x is not a function'],
    ['Error', 'gone', 'gone'],
    ['', 'thrown text', 'thrown text'],
    ['TypeError', 'TYPEERROR: already said', 'TYPEERROR: already said'],
    ['TypeError', '', 'TypeError'],
    ['', '', 'Error'],
  ])('of %j and %j', (name, message, text) => {
    expect(errorText(name, message)).toBe(text);
  });
});

describe('cleanStack', () => {
  it('keeps guest frames, drops host frames, and stops after five lines', () => {
    const stack = [
      '    at f (user-code:1:2)',
      '    at run (node:internal/x:1:1)',
      '    at g (/app/node_modules/pkg/i.js:1:1)',
      '    at user-code in node_modules',
      '    at map (native)',
      '    at <evalScript>:1',
      '    at agent-js:1 node:x',
      '    at evalmachine.<anonymous>:1',
    ].join('\n');
    expect(cleanStack(stack).split('\n')).toEqual([
      '    at f (user-code:1:2)',
      '    at user-code in node_modules',
      '    at map (native)',
      '    at <evalScript>:1',
      '    at agent-js:1 node:x',
    ]);
  });
});

describe('describeEngineFailure', () => {
  it.each([
    'Aborted(Assertion failed: list_empty(&rt->gc_obj_list), at: quickjs.c,1, JS_FreeRuntime)',
    'Assertion failed: p->ref_count > 0',
    new WebAssembly.RuntimeError('unreachable'),
    new WebAssembly.RuntimeError('memory access out of bounds'),
    new Error('memory access out of bounds'),
  ])('says that the runtime stopped, without jargon: %s', (error) => {
    const text = describeEngineFailure(error);
    expect(text).toMatch(/sandbox runtime stopped.*no result.*smaller pieces.*assets/);
    expect(text).not.toMatch(/gc_obj_list|Assertion failed|Aborted\(/i);
  });

  it('says that guest memory ran out', () => {
    expect(describeEngineFailure(new Error('WebAssembly.Memory(): out of memory'))).toMatch(
      /sandbox.*guest memory ran out/,
    );
  });

  it('hands on anything else', () => {
    expect(describeEngineFailure(new Error('worker exited with code 7'))).toBe(
      'sandbox engine: worker exited with code 7',
    );
    expect(describeEngineFailure('text')).toBe('sandbox engine: text');
    expect(describeEngineFailure(undefined)).toBe('sandbox engine: undefined');
  });

  it.each([
    [
      "Cannot find module '/srv/app/dist/worker.js' imported from file:///srv/app/x.js",
      "Cannot find module 'a host file' imported from a host file",
    ],
    ['C:\\Users\\me\\worker.js failed', 'a host file failed'],
    ['GET https://example.com/a/b failed 1/2/3 and a/b', 'GET https://example.com/a/b failed 1/2/3 and a/b'],
  ])('names no file of the host: %s', (message, text) => {
    expect(describeEngineFailure(new Error(message))).toBe(`sandbox engine: ${text}`);
  });

  it('survives an error that cannot be read', () => {
    const hostile = {
      get message(): string {
        throw new Error('no');
      },
    };
    expect(describeEngineFailure(hostile)).toMatch(/^sandbox engine: /);
  });
});

describe('failures without guest code', () => {
  it.each([
    [errors.noCodeFailure(), 'NO_CODE', /^No code provided$/],
    [errors.cancelledFailure(), 'CANCELLED', /^Execution cancelled$/],
    [errors.timeoutFailure(250), 'TIMEOUT', /^ExecutionTimeout: .*time limit.*250 ms/],
    [errors.memoryFailure(), 'MEMORY', /out of memory/],
    [errors.stackFailure(), 'STACK', /Maximum call stack size exceeded/],
    [errors.modulesFailure('module "x": bad'), 'MODULES', /"x"/],
    [errors.globalsFailure(['cfg']), 'GLOBALS', /"cfg" contains a cycle/],
    [errors.globalsFailure(['a', 'b']), 'GLOBALS', /"a", "b".*contains a cycle/],
    [errors.workerRequiredFailure('no threads here'), 'WORKER_REQUIRED', /no threads here/],
    [errors.engineFailure(new Error('x')), 'ENGINE', /sandbox/],
    [errors.unserializableFailure('result.a is a promise'), 'UNSERIALIZABLE', /result\.a/],
  ])('%#: one code, one text', (parts, code, text) => {
    expect(parts.errorInfo.code).toBe(code);
    expect(parts.error).toMatch(text);
    expect(parts).not.toHaveProperty('stack');
  });
});

describe('guestFailure', () => {
  const entry = buildEntry('import { parse } from "@x/y";\n\nthrow new TypeError("bad")');

  it('names class, message and place of an uncaught error', () => {
    const stack = '    at default (user-code:3:11)\n';
    expect(guestFailure({ name: 'TypeError', message: 'bad', stack }, { entry, phase: 'body' })).toEqual({
      error: 'TypeError: bad',
      errorInfo: { code: 'GUEST', name: 'TypeError', message: 'bad', line: 3, column: 11 },
      stack: '    at default (user-code:3:11)',
    });
  });

  it('has neither place nor stack for a thrown value', () => {
    expect(guestFailure({ name: '', message: '42' }, { entry, phase: 'body' })).toEqual({
      error: '42',
      errorInfo: { code: 'GUEST', name: '', message: '42' },
    });
  });

  it.each([
    [{ name: 'InternalError', message: 'out of memory' }, 'MEMORY'],
    [{ name: 'InternalError', message: '' }, 'MEMORY'],
    [{ name: '', message: 'null', isNull: true }, 'MEMORY'],
    [{ name: 'Error', message: 'out of memory' }, 'GUEST'],
    [{ name: 'RangeError', message: 'Maximum call stack size exceeded' }, 'STACK'],
    [{ name: 'InternalError', message: 'stack overflow' }, 'STACK'],
    [{ name: 'RangeError', message: 'Invalid array length' }, 'GUEST'],
    [
      {
        name: 'SyntaxError',
        message: 'unexpected token',
        stack: '    at parse (native)\n    at default (user-code:1:1)',
      },
      'GUEST',
    ],
  ])('%#: tells memory and stack from the rest', (record, code) => {
    expect(guestFailure(record, { entry, phase: 'body' }).errorInfo.code).toBe(code);
  });

  it('names the limit a bridge reported, in the words of the bridge', () => {
    const error = new errors.SandboxLimitError('maxBridgeCalls', 'bridge call limit passed: max 1000');
    const record = { name: error.name, message: error.message, limit: error.limit };
    expect(guestFailure(record, { entry, phase: 'body' })).toEqual({
      error: 'bridge call limit passed: max 1000',
      errorInfo: {
        code: 'LIMIT',
        name: 'RangeError',
        message: 'bridge call limit passed: max 1000',
        limit: 'maxBridgeCalls',
      },
    });
  });

  it('adds advice to the name of something absent', () => {
    const absentNameHint = (name: string) => (name === 'setTimeout' ? 'Use sleep(ms)' : undefined);
    const at = (message: string) =>
      guestFailure({ name: 'ReferenceError', message }, { phase: 'body', absentNameHint }).error;
    expect(at('setTimeout is not defined')).toBe('ReferenceError: setTimeout is not defined. Use sleep(ms)');
    expect(at('other is not defined')).toBe('ReferenceError: other is not defined');
  });

  it('puts the errors of a prelude on the host', () => {
    const { error, errorInfo } = guestFailure({ name: 'TypeError', message: 'x' }, { phase: 'prelude' });
    expect(errorInfo.code).toBe('ENGINE');
    expect(error).toBe('sandbox prelude: TypeError: x');
  });

  describe('while modules link', () => {
    it('reports a refused import at its declaration', () => {
      const denial = 'import of "@x/y" refused: not a sandbox package this run serves';
      const result = guestFailure({ name: 'Error', message: denial }, { entry, phase: 'link', denial });
      expect(result).toEqual({
        error: denial,
        errorInfo: { code: 'MODULE', name: '', message: denial, line: 1, column: 1 },
      });
    });

    it('names export and specifier of an import that does not exist', () => {
      const record = {
        name: 'SyntaxError',
        message: "Could not find export 'parse' in module 'nodetool-sandbox:@x/y|lib.js'",
        stack: '',
      };
      const specifierOf = (id: string) => (id === 'nodetool-sandbox:@x/y|lib.js' ? '@x/y' : undefined);
      const { error, errorInfo } = guestFailure(record, { entry, phase: 'link', specifierOf });
      expect(error).toBe('SyntaxError: module "@x/y" has no export named "parse"');
      expect(errorInfo).toMatchObject({ code: 'MODULE', line: 1, column: 1 });
    });

    it("keeps a pack's own faults apart from the program's", () => {
      const at = (stack: string) =>
        guestFailure({ name: 'SyntaxError', message: 'bad', stack }, { entry, phase: 'link' });
      expect(at('    at nodetool-sandbox:@x/y|lib.js:7:3\n')).toMatchObject({
        error: 'SyntaxError: bad (@x/y/lib.js:7)',
        errorInfo: { code: 'MODULE' },
      });
      expect(at('    at user-code:3:21\n').errorInfo).toEqual({
        code: 'SYNTAX',
        name: 'SyntaxError',
        message: 'bad',
        line: 3,
      });
      // Thrown by JSON.parse at a pack's top level.
      const thrown = at('    at parse (native)\n    at <anonymous> (nodetool-sandbox:@x/y|lib.js:1:1)\n');
      expect(thrown.errorInfo.code).toBe('GUEST');
      expect(thrown.stack).toContain('@x/y/lib.js:1:1');
    });

    it("gives the parser's place to the engine's words", () => {
      const broken = buildEntry('a b');
      const record = { name: 'SyntaxError', message: "expecting ';'", stack: '    at user-code:1:21\n' };
      expect(guestFailure(record, { entry: broken, phase: 'link' }).errorInfo).toMatchObject({
        code: 'SYNTAX',
        message: "expecting ';'",
        line: 1,
        column: 3,
      });
    });
  });

  it('cuts what a guest may have made long, never inside a surrogate pair', () => {
    const { errorInfo } = guestFailure({ name: 'N'.repeat(300), message: `${'m'.repeat(9999)}😀` }, { phase: 'body' });
    expect(errorInfo.name).toHaveLength(200);
    expect(errorInfo.message).toBe('m'.repeat(9999));
  });
});
