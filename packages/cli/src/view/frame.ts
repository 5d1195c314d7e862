/**
 * The picture of a running workflow, as lines of text: pure.
 * @module
 */
import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import { LOG_TAIL_LINES } from '../limits.js';
import type { Palette } from '../text/palette.js';
import { formatDuration, plural } from '../text/units.js';
import { visibleLine } from '../text/visible.js';
import { type LogLine, type NodeView, nodeDurationMs, type RunView } from './state.js';

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const BAR_CELLS = 16;
const MAX_LABEL_WIDTH = 28;
const MAX_LOG_LINES = 6;

/** How to draw a frame. */
export interface FrameOptions {
  palette: Palette;
  columns: number;
  rows: number;
  /** Clock of the messages, in ms. */
  now: number;
  /** Counts up with every drawing; turns the spinner. */
  tick: number;
  /** The last picture of a run: without the log's tail. */
  final?: boolean;
}

/** Lines of the picture, each at most `columns` wide, together at most `rows - 1` high. */
export function renderFrame(view: RunView, options: FrameOptions): string[] {
  const { palette, columns, rows, now, final = false } = options;
  const nodes = [...view.nodes.values()];
  const room = Math.max(6, rows - 1);
  const logs = final ? [] : view.logs.slice(-Math.max(0, Math.min(MAX_LOG_LINES, room - nodes.length - 4)));
  const nodeRoom = Math.max(3, room - 2 - (logs.length > 0 ? logs.length + 1 : 0));
  const shown = pickNodes(nodes, nodeRoom);
  const labelWidth = Math.min(
    MAX_LABEL_WIDTH,
    Math.max(0, ...shown.map((node) => stringWidth(visibleLine(node.label)))),
  );
  const kindWidth = Math.min(16, Math.max(0, ...shown.map((node) => stringWidth(visibleLine(node.kind)))));

  const elapsed = view.startedAt === undefined ? '' : formatDuration((view.endedAt ?? now) - view.startedAt);
  const lines = [
    `${palette.strong(visibleLine(view.title))}  ${runStatus(view, palette)}  ${palette.dim(elapsed)}`,
    '',
  ];
  for (const node of shown) lines.push(nodeLine(node, labelWidth, kindWidth, options));
  if (shown.length < nodes.length) lines.push(palette.dim(`    … ${plural(nodes.length - shown.length, 'more node')}`));
  if (logs.length > 0) {
    lines.push('', ...logs.map((line) => logLine(line, labelWidth, palette)));
  }
  return lines.map((line) => cliTruncate(line, columns));
}

/** The log of a run as far as the view holds it, for below the last picture; an empty line comes first and last. */
export function renderLogs(view: RunView, palette: Palette): string[] {
  if (view.logs.length === 0) return [];
  const lines = view.logs.flatMap((line) => line.text.split('\n').map((text) => ({ ...line, text })));
  const width = Math.min(MAX_LABEL_WIDTH, Math.max(...view.logs.map((line) => stringWidth(visibleLine(line.label)))));
  const cut =
    view.logs.length === LOG_TAIL_LINES ? [palette.dim(`  the last ${LOG_TAIL_LINES} lines of the log:`)] : [];
  return ['', ...cut, ...lines.map((line) => logLine(line, width, palette)), ''];
}

function logLine({ label, severity, text }: LogLine, labelWidth: number, palette: Palette): string {
  const paint = severity === 'error' ? palette.bad : severity === 'warning' ? palette.warn : (s: string) => s;
  return `  ${palette.dim(`${fit(visibleLine(label), labelWidth)} │`)} ${paint(visibleLine(text))}`;
}

/** A bar of 16 cells for a share between 0 and 1. */
export function progressBar(share: number): string {
  const cells = Math.round(Math.min(1, Math.max(0, share)) * BAR_CELLS);
  return '█'.repeat(cells) + '░'.repeat(BAR_CELLS - cells);
}

/** When not all nodes fit: those at work and failed first, then in graph order. */
function pickNodes(nodes: NodeView[], count: number): NodeView[] {
  if (nodes.length <= count) return nodes;
  const rank = (node: NodeView): number =>
    node.status === 'error' ? 0 : node.status === 'running' ? 1 : node.status === 'waiting' ? 2 : 3;
  const best = new Set([...nodes].sort((a, b) => rank(a) - rank(b)).slice(0, Math.max(1, count - 1)));
  return nodes.filter((node) => best.has(node));
}

function nodeLine(node: NodeView, labelWidth: number, kindWidth: number, options: FrameOptions): string {
  const { palette, now, tick } = options;
  const head = `  ${nodeMark(node, palette, tick)} ${fit(visibleLine(node.label), labelWidth)}  ${palette.dim(fit(visibleLine(node.kind), kindWidth))}`;
  const parts: string[] = [];
  if (node.itemsIn > 0) parts.push(`${node.itemsIn} in`);
  if (node.itemsOut > 0) parts.push(`${node.itemsOut} out`);
  const duration = nodeDurationMs(node, now);
  if (duration !== undefined && (node.status !== 'completed' || duration >= 10)) parts.push(formatDuration(duration));
  let line = `${head}  ${parts.join(palette.dim(' · '))}`;
  if (node.status === 'error' && node.error !== undefined) line += `  ${palette.bad(visibleLine(node.error))}`;
  else if (node.status === 'skipped')
    line += palette.dim(node.reason === 'upstream_failed' ? 'skipped: a node before it failed' : 'skipped');
  else if (node.status === 'running' && node.progress) {
    const { value, total, message } = node.progress;
    const share = total > 0 ? value / total : 0;
    line += `  ${palette.accent(progressBar(share))} ${String(Math.round(share * 100)).padStart(3)} %`;
    if (message !== undefined) line += `  ${palette.dim(visibleLine(message))}`;
  }
  return line.trimEnd();
}

function nodeMark(node: NodeView, palette: Palette, tick: number): string {
  switch (node.status) {
    case 'running':
      return palette.accent(SPINNER[tick % SPINNER.length] ?? '');
    case 'completed':
      return palette.good('✔');
    case 'error':
      return palette.bad('✖');
    case 'cancelled':
      return palette.warn('■');
    case 'skipped':
      return palette.dim('–');
    default:
      return palette.dim('·');
  }
}

function runStatus(view: RunView, palette: Palette): string {
  if (view.status === 'completed') return palette.good('completed');
  if (view.status === 'failed') return palette.bad('failed');
  if (view.status === 'cancelled') return palette.warn('cancelled');
  return palette.accent(view.status);
}

function fit(text: string, width: number): string {
  const cut = cliTruncate(text, width);
  return cut + ' '.repeat(Math.max(0, width - stringWidth(cut)));
}
