/**
 * Stamps the messages of one run with their number, keeps the first of them and hands all to a listener.
 * @module
 */
import type { ProcessingMessage, UnstampedMessage } from '@nodetool-ai/protocol';

/** Options of {@link MessageLog}. */
export interface MessageLogOptions {
  jobId: string;
  workflowId?: string;
  /** Messages kept. Count. */
  maxMessages: number;
  onMessage?: (message: ProcessingMessage) => void;
  now?: () => number;
}

/** The messages of one run. A listener that throws never fails the run. */
export class MessageLog {
  readonly kept: ProcessingMessage[] = [];
  /** How often the listener threw. */
  listenerErrors = 0;
  #seq = 0;
  readonly #options: MessageLogOptions;

  constructor(options: MessageLogOptions) {
    this.#options = options;
  }

  post(message: UnstampedMessage): void {
    const { jobId, workflowId, maxMessages, onMessage, now = Date.now } = this.#options;
    this.#seq += 1;
    const stamp = {
      job_id: jobId,
      ...(workflowId === undefined ? {} : { workflow_id: workflowId }),
      seq: this.#seq,
      ts: now(),
    };
    const stamped = { ...message, ...stamp } as ProcessingMessage;
    if (this.kept.length < maxMessages) this.kept.push(stamped);
    else if (this.kept.length === maxMessages) this.kept.push({ ...stamp, type: 'truncated', kept: maxMessages });
    try {
      onMessage?.(stamped);
    } catch {
      this.listenerErrors += 1; // Reported in the result.
    }
  }
}
