/**
 * Plain data on its way into a formula and out of it.
 * @module
 */
import { isPlainObject, kindOf, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { EXPR_MAX_BUILT_LENGTH, EXPR_MAX_DEPTH, EXPR_MAX_ITEMS } from './limits.js';

/** Copies values, at most 100 000 of them; data that holds one list in many places counts each. */
export type CopyData = (label: string, value: unknown) => unknown;

/**
 * A copier with a budget of its own. `prototype` is that of copied objects: `null` on the way in, so that a member
 * access finds own properties only.
 * @throws {PackInputError} `expr.bad-argument` for what is no plain data; `hint` says what to do
 * @throws {PackLimitError} `expr.too-many`, `expr.too-deep`, `expr.too-large`
 */
export function dataCopier(where: string, prototype: object | null, hint: string): CopyData {
  let left = EXPR_MAX_ITEMS;
  const copy = (label: string, value: unknown, depth: number): unknown => {
    left -= 1;
    if (left < 0) throw overCap(where, 'too-many', `${label} passes ${EXPR_MAX_ITEMS} values`, 'EXPR_MAX_ITEMS');
    if (depth > EXPR_MAX_DEPTH)
      throw overCap(where, 'too-deep', `${label} nests deeper than ${EXPR_MAX_DEPTH} levels`, 'EXPR_MAX_DEPTH');
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'string') {
      if (value.length <= EXPR_MAX_BUILT_LENGTH) return value;
      throw overCap(
        where,
        'too-large',
        `${label} is over the ${EXPR_MAX_BUILT_LENGTH} character limit`,
        'EXPR_MAX_BUILT_LENGTH',
      );
    }
    // `map` of the library leaves holes in a list as they are.
    if (Array.isArray(value))
      return Array.from(value, (item: unknown, at) => copy(cut(`${label}[${at}]`), item, depth + 1));
    if (isPlainObject(value)) {
      const record: Record<string, unknown> = Object.create(prototype);
      for (const [name, part] of Object.entries(value)) {
        Object.defineProperty(record, name, {
          value: copy(cut(`${label}.${name}`), part, depth + 1),
          writable: true,
          enumerable: true,
          configurable: true,
        });
      }
      return record;
    }
    throw new PackInputError(where, 'bad-argument', `${label} is ${kindOf(value)}`, hint);
  };
  return (label, value) => copy(label, value, 1);
}

function cut(label: string): string {
  return label.length > 80 ? `${label.slice(0, 79)}…` : label;
}

function overCap(
  where: string,
  reason: 'too-many' | 'too-deep' | 'too-large',
  what: string,
  limit: string,
): PackLimitError {
  return new PackLimitError(where, reason, what, 'Compute with less data', limit);
}
