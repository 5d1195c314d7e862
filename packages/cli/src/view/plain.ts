/**
 * A run as plain lines, for files, pipes and continuous integration.
 * @module
 */
import type { ProcessingMessage } from '@nodetool-ai/protocol';
import type { Palette } from '../text/palette.js';
import { formatDuration } from '../text/units.js';
import { visible, visibleLine } from '../text/visible.js';
import { nodeDurationMs, type RunView } from './state.js';

/** Lines that one message adds; `view` is the view after the message. */
export function plainLines(message: ProcessingMessage, view: RunView, palette: Palette): string[] {
  switch (message.type) {
    case 'job_update':
      return message.status === 'running' ? [`${visibleLine(view.title)}: running`] : [];
    case 'node_update': {
      const node = view.nodes.get(message.node_id);
      if (!node) return [];
      const label = visibleLine(node.label);
      if (message.status === 'running')
        return [`${palette.dim('start')}  ${label} ${palette.dim(`(${visibleLine(node.kind)})`)}`];
      const duration = nodeDurationMs(node, node.endedAt ?? 0);
      const took = duration === undefined ? '' : formatDuration(duration);
      const items = [node.itemsIn > 0 ? `${node.itemsIn} in` : '', node.itemsOut > 0 ? `${node.itemsOut} out` : ''];
      const detail = [...items, took].filter((part) => part !== '').join(', ');
      if (message.status === 'completed')
        return [`${palette.good('done')}   ${label}${detail === '' ? '' : palette.dim(` (${detail})`)}`];
      if (message.status === 'error') return [`${palette.bad('failed')} ${label}`];
      if (message.status === 'skipped') {
        return [
          `${palette.dim('skip')}   ${label}${node.reason === 'upstream_failed' ? palette.dim(' (a node before it failed)') : ''}`,
        ];
      }
      if (message.status === 'cancelled') return [`${palette.warn('stop')}   ${label}`];
      return [];
    }
    case 'log_update': {
      const label = visibleLine(view.nodes.get(message.node_id)?.label ?? message.node_id);
      const paint =
        message.severity === 'error' ? palette.bad : message.severity === 'warning' ? palette.warn : (s: string) => s;
      return visible(message.content)
        .split('\n')
        .map((line) => `${palette.dim(`log    ${label} |`)} ${paint(line)}`);
    }
    default:
      return [];
  }
}
