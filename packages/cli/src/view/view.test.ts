import type { ProcessingMessage } from '@nodetool-ai/protocol';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { LOG_TAIL_LINES } from '../limits.js';
import { createPalette } from '../text/palette.js';
import { progressBar, renderFrame, renderLogs } from './frame.js';
import { plainLines } from './plain.js';
import { createRunView, nodeDurationMs, type RunView, reduceRunView } from './state.js';

const plain = createPalette(false);
const graph = {
  nodes: [
    { id: 'read', type: 'nodetool.file.Read' },
    { id: 'clean', type: 'nodetool.code.Code', name: 'Clean rows' },
    { id: 'sum', type: 'nodetool.code.Code' },
  ],
  edges: [
    { id: 'e1', source: 'read', sourceHandle: 'output', target: 'clean' },
    { id: 'e2', source: 'clean', sourceHandle: 'rows', target: 'sum' },
    { id: 'e3', source: 'clean', sourceHandle: 'rows', target: 'sum' },
  ],
};
const stamp = { job_id: 'j', workflow_id: 'w', seq: 1 };
const node = (id: string, status: string, ts: number, more: object = {}): ProcessingMessage =>
  ({
    type: 'node_update',
    node_id: id,
    node_name: id,
    node_type: 'x',
    status,
    ts,
    ...stamp,
    ...more,
  }) as unknown as ProcessingMessage;
const message = (fields: object): ProcessingMessage => ({ ts: 0, ...stamp, ...fields }) as unknown as ProcessingMessage;
const after = (...messages: ProcessingMessage[]): RunView =>
  messages.reduce(reduceRunView, createRunView('demo', graph));

describe('reduceRunView', () => {
  it('follows a node from waiting to completed and measures its time', () => {
    const view = after(node('clean', 'running', 1000), node('clean', 'completed', 1250));
    const clean = view.nodes.get('clean');
    expect(clean).toMatchObject({ label: 'Clean rows', kind: 'Code', status: 'completed' });
    expect(clean && nodeDurationMs(clean, 9999)).toBe(250);
    expect(view.nodes.get('sum')?.status).toBe('waiting');
  });

  it('keeps the first start of a node that runs once per item', () => {
    const view = after(node('sum', 'running', 10), node('sum', 'running', 50));
    expect(view.nodes.get('sum')?.startedAt).toBe(10);
  });

  it('counts items: two edges of one handle carry one item out, and each brings one in', () => {
    const view = after(
      message({ type: 'edge_update', edge_id: 'e2', status: 'active', counter: 4 }),
      message({ type: 'edge_update', edge_id: 'e3', status: 'active', counter: 3 }),
      message({ type: 'edge_update', edge_id: 'e1', status: 'active', counter: 1 }),
      message({ type: 'edge_update', edge_id: 'e2', status: 'completed', counter: 0 }),
    );
    expect(view.nodes.get('clean')).toMatchObject({ itemsIn: 1, itemsOut: 4 });
    expect(view.nodes.get('sum')).toMatchObject({ itemsIn: 7, itemsOut: 0 });
  });

  it('keeps a bounded tail of the log', () => {
    let view = createRunView('demo', graph);
    for (let n = 0; n < LOG_TAIL_LINES + 5; n += 1) {
      view = reduceRunView(
        view,
        message({ type: 'log_update', node_id: 'clean', content: `line ${n}`, severity: 'info' }),
      );
    }
    expect(view.logs).toHaveLength(LOG_TAIL_LINES);
    expect(view.logs[0]?.text).toBe('line 5');
    expect(view.logs[0]?.label).toBe('Clean rows');
  });

  it('never changes a view it was given and ignores strangers', () => {
    const before = createRunView('demo', graph);
    const same = reduceRunView(before, node('nobody', 'running', 1));
    expect(same).toBe(before);
    reduceRunView(before, node('read', 'error', 5, { error: 'x' }));
    expect(before.nodes.get('read')?.status).toBe('waiting');
    expect(reduceRunView(before, message({ type: 'chunk', node_id: 'read', content: 'x' }))).toBe(before);
  });
});

describe('renderFrame', () => {
  const options = { palette: plain, columns: 80, rows: 24, now: 2000, tick: 0 };

  it('shows state, items, a bar and the tail of the log', () => {
    const view = after(
      message({ type: 'job_update', status: 'running', ts: 500 }),
      node('read', 'running', 600),
      node('read', 'completed', 602),
      message({ type: 'edge_update', edge_id: 'e2', status: 'active', counter: 25 }),
      node('clean', 'running', 1000),
      message({ type: 'node_progress', node_id: 'clean', progress: 50, total: 100, chunk: 'half' }),
      message({ type: 'log_update', node_id: 'clean', content: 'hello', severity: 'info' }),
    );
    expect(renderFrame(view, options)).toEqual([
      'demo  running  1.5 s',
      '',
      '  ✔ read        Read',
      '  ⠋ Clean rows  Code  25 out · 1.0 s  ████████░░░░░░░░  50 %  half',
      '  · sum         Code  25 in',
      '',
      '  Clean rows │ hello',
    ]);
  });

  it('leaves the whole log for below the last picture', () => {
    const log = (content: string) => message({ type: 'log_update', node_id: 'clean', content, severity: 'info' });
    const view = after(log('one'), log('two\nlines'));
    expect(renderFrame(view, { ...options, final: true }).join('\n')).not.toContain('one');
    expect(renderLogs(view, plain)).toEqual([
      '',
      '  Clean rows │ one',
      '  Clean rows │ two',
      '  Clean rows │ lines',
      '',
    ]);
    expect(renderLogs(after(), plain)).toEqual([]);
  });

  it('stays within the terminal and keeps what is at work in view', () => {
    const many = {
      nodes: Array.from({ length: 100 }, (_, n) => ({ id: `n${n}`, type: 't.Code' })),
      edges: [],
    };
    let view = createRunView('demo', many);
    view = reduceRunView(view, node('n90', 'running', 1000));
    view = reduceRunView(
      view,
      message({ type: 'log_update', node_id: 'n1', content: 'x'.repeat(500), severity: 'info' }),
    );
    const lines = renderFrame(view, { ...options, columns: 40, rows: 20 });
    expect(lines.length).toBeLessThan(20);
    expect(lines.every((line) => stringWidth(line) <= 40)).toBe(true);
    expect(lines.some((line) => line.includes('n90'))).toBe(true);
    expect(lines.some((line) => line.includes('more nodes'))).toBe(true);
  });

  it('cannot be repainted by a log line or a node name', () => {
    const view = after(
      message({ type: 'log_update', node_id: 'read', content: '\u001b[2Jgone\nnext', severity: 'error' }),
    );
    expect(renderFrame(view, options).join('\n')).toContain('\\x1b[2Jgone next');
  });
});

describe('progressBar', () => {
  it('has 16 cells and clamps', () => {
    expect([progressBar(0), progressBar(0.5), progressBar(7), progressBar(-1)]).toEqual([
      '░'.repeat(16),
      '█'.repeat(8) + '░'.repeat(8),
      '█'.repeat(16),
      '░'.repeat(16),
    ]);
  });
});

describe('plainLines', () => {
  it('writes one line per change of state and per log line', () => {
    let view = createRunView('demo', graph);
    const lines: string[] = [];
    for (const next of [
      message({ type: 'job_update', status: 'running', ts: 0 }),
      node('clean', 'running', 0),
      message({ type: 'log_update', node_id: 'clean', content: 'a\nb', severity: 'warning' }),
      message({ type: 'edge_update', edge_id: 'e1', status: 'active', counter: 1 }),
      message({ type: 'edge_update', edge_id: 'e2', status: 'active', counter: 3 }),
      node('clean', 'completed', 1500),
      node('sum', 'skipped', 1500, { reason: 'upstream_failed' }),
    ]) {
      view = reduceRunView(view, next);
      lines.push(...plainLines(next, view, plain));
    }
    expect(lines).toEqual([
      'demo: running',
      'start  Clean rows (Code)',
      'log    Clean rows | a',
      'log    Clean rows | b',
      'done   Clean rows (1 in, 3 out, 1.5 s)',
      'skip   sum (a node before it failed)',
    ]);
  });
});
