import { isPlainObject } from '@nodetool-ai/sandbox-pack-kit';
import { type TextBudget, textBudget } from './text-budget.js';

/**
 * Text of rich text: a list of items gives their `plain_text` (else `text.content`), a string itself, all else `''`.
 * @throws {PackLimitError} `notion.too-large`, `notion.too-many`
 */
export function plainText(where: string, input: unknown): string {
  return readPlainText(input, textBudget(where));
}

/** {@link plainText} with what is left of a call's budget. */
export function readPlainText(input: unknown, budget: TextBudget): string {
  if (typeof input === 'string') return counted(input, budget);
  if (!Array.isArray(input)) return '';
  let text = '';
  for (const item of input) {
    budget.item();
    text += counted(itemText(item), budget);
  }
  return text;
}

function itemText(item: unknown): string {
  if (!isPlainObject(item)) return '';
  const plain = own(item, 'plain_text');
  if (typeof plain === 'string') return plain;
  const text = own(item, 'text');
  const content = isPlainObject(text) ? own(text, 'content') : undefined;
  return typeof content === 'string' ? content : '';
}

/** A property of the object itself; `constructor` and the like are not there. */
export function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function counted(text: string, budget: TextBudget): string {
  budget.chars(text.length);
  return text;
}
