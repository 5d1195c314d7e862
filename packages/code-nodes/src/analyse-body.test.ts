import { describe, expect, it } from 'vitest';
import { analyseBody } from './analyse-body.js';

const parsed = (code: string) => {
  const analysis = analyseBody(code);
  if (analysis.status !== 'parsed') throw new Error(analysis.message);
  return analysis;
};
const names = (code: string) => parsed(code).calls.map((call) => `${call.verb} ${call.name}`);

describe('analyseBody', () => {
  it('finds the names emit and output are called with, wherever the call stands', () => {
    expect(
      names('for (const x of inputs.list) { if (x) await emit("a", x); }\nconst f = () => output(`b`, 1);'),
    ).toEqual(['emit a', 'output b']);
    expect(names('await emit({ a: 1, "b c": 2, ...{} })')).toEqual([]);
    expect(names('await emit({ a: 1, "b c": 2 })')).toEqual(['emit a', 'emit b c']);
  });

  it('takes no notice of text, members and functions of ones own', () => {
    expect(names('// emit("a")\nconst s = "emit(1)"; x.emit("b"); ({ emit: 1 });')).toEqual([]);
    expect(names('function emit(name) {} emit("a");')).toEqual([]);
    expect(names('const f = (output) => output("a"); { const emit = f; emit("b"); } emit("c");')).toEqual(['emit c']);
    expect(names('for (const emit of []) emit("a"); try {} catch (output) { output("b"); }')).toEqual([]);
    expect(names('if (1) { var emit = () => 1; } emit("a")')).toEqual([]);
    expect(names('const { a: emit, ...output } = {}; emit("a"); output("b")')).toEqual([]);
    expect(names('import { emit } from "p"; emit("a")')).toEqual([]);
  });

  it('says when a name is known only at run time', () => {
    expect(parsed('emit(name, 1)').hasComputedName).toBe(true);
    expect(parsed('list.forEach(emit)').hasComputedName).toBe(true);
    expect(parsed('emit({ [name]: 1 })').hasComputedName).toBe(true);
    expect(parsed('emit("a", name)').hasComputedName).toBe(false);
  });

  it('places imports and forms that are not allowed', () => {
    const analysis = parsed(
      '// first\nimport { parse } from "@acme/csv";\n  await import("x"); require("y"); stream("z");',
    );
    expect(analysis.imports).toEqual([{ specifier: '@acme/csv', line: 2, column: 1 }]);
    expect(analysis.faults).toEqual([
      { form: 'import()', line: 3, column: 9 },
      { form: 'require()', line: 3, column: 22 },
      { form: 'stream', line: 3, column: 36 },
    ]);
    expect(parsed('export const a = 1;').faults).toEqual([{ form: 'export', line: 1, column: 1 }]);
  });

  it('places a mistake in the syntax', () => {
    expect(analyseBody('const a = 1;\nconst = 2;')).toEqual({
      status: 'unparsable',
      message: 'Unexpected token',
      at: { line: 2, column: 7 },
    });
  });

  it('knows the expression a body ends with', () => {
    expect(parsed('const a = 1;\n  a + 1').lastExpression).toEqual({ offset: 15, line: 2, column: 3 });
    expect(parsed('return 1').lastExpression).toBeUndefined();
  });
});
