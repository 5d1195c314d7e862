import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliError } from './errors/problem.js';
import { loadWorkflowFile, positionAt, showPath } from './load-workflow.js';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nodetool-cli-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const failing = async (text: string | Uint8Array): Promise<CliError> => {
  await writeFile(join(dir, 'bad.json'), text);
  const outcome: unknown = await loadWorkflowFile('bad.json', dir).catch((error: unknown) => error);
  if (!(outcome instanceof CliError)) throw new Error('expected a CliError');
  return outcome;
};

describe('loadWorkflowFile', () => {
  it('knows where a node and its properties stand', async () => {
    const text =
      '{\n  "graph": {\n    "nodes": [\n      { "id": "a", "type": "x" },\n      { "id": "b",\n        "properties": { "code": "y" } }\n    ],\n    "edges": []\n  }\n}\n';
    await writeFile(join(dir, 'w.json'), text);
    const file = await loadWorkflowFile('w.json', dir);
    expect(file.name).toBe('w');
    expect(file.placeOf('a')).toMatchObject({ file: 'w.json', line: 4, column: 15 });
    expect(file.placeOf('b', 'properties', 'code')).toMatchObject({ line: 6, column: 33 });
    expect(file.placeOf('zzz')).toBeUndefined();
  });

  it('finds a place inside a body written as a JSON string, and an edge', async () => {
    const text =
      '{"nodes":[\n{"id":"a","properties":{"code":"let \\u00e9 = \\"q\\";\\n  boom();"}}],\n"edges":[{"source":"a","sourceHandle":"x","target":"b","targetHandle":"y"}]}';
    await writeFile(join(dir, 'in.json'), text);
    const file = await loadWorkflowFile('in.json', dir);
    const place = file.placeInside('a', ['properties', 'code'], 2, 3);
    expect(place).toMatchObject({ line: 2, inner: { line: 2, column: 3, text: 'let é = "q";\n  boom();' } });
    expect(text.split('\n')[1]?.slice((place?.column ?? 0) - 1)).toMatch(/^boom/);
    expect(file.placeOfEdge('a:x->b:y')).toMatchObject({ line: 3, column: 10 });
    expect(file.placeInside('a', ['properties', 'none'], 1)).toBeUndefined();
  });

  it.each([
    ['{\n  "nodes": [,]\n}', 2, 13],
    ['{"nodes": [] "edges": []}', 1, 14],
    ["{'nodes': []}", 1, 2],
    ['{"nodes": [] // list\n}', 1, 14],
  ])('places the mistake in %j', async (text, line, column) => {
    const error = await failing(text);
    expect(error.exitCode).toBe(1);
    expect(error.problems[0]).toMatchObject({ code: 'workflow_syntax', at: { file: 'bad.json', line, column } });
  });

  it('refuses an empty file and a binary one', async () => {
    expect((await failing('')).problems[0]?.code).toBe('workflow_syntax');
    expect((await failing(new Uint8Array([0xff, 0xfe, 0, 1]))).message).toContain('not text');
  });

  it('calls a missing file and a folder mistakes of usage', async () => {
    for (const name of ['missing.json', '.']) {
      const outcome: unknown = await loadWorkflowFile(name, dir).catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(CliError);
      expect((outcome as CliError).exitCode).toBe(2);
      expect((outcome as CliError).message).not.toContain(dir);
    }
  });
});

describe('positionAt', () => {
  it('counts from 1', () => {
    expect([positionAt('ab\ncd', 0), positionAt('ab\ncd', 3), positionAt('ab\ncd', 5)]).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 2, column: 3 },
    ]);
  });
});

describe('showPath', () => {
  it('prefers the shorter way', () => {
    expect(showPath('/a/b/c.json', '/a')).toBe('b/c.json');
    expect(showPath('/home/ada/c.json', '/home/ada/b')).toBe('../c.json');
    expect(showPath('/x/c.json', '/a/b/c/d')).toBe('/x/c.json');
  });
});
