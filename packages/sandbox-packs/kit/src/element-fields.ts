/**
 * Readers of lists and of the fields of their elements.
 * @module
 */
import { PackInputError, PackLimitError } from './errors.js';
import { isPlainObject, kindOf, type OptionReader } from './readers.js';

/** A number that must lie in a range; what is outside is refused, not clamped. */
export function numberWithin<Fallback extends number | undefined>(
  min: number,
  max: number,
  fallback: Fallback,
): OptionReader<number | Fallback> {
  return (where, label, value) => {
    if (value === undefined) return fallback;
    if (typeof value === 'number' && value >= min && value <= max) return value;
    const what = typeof value === 'number' ? `${label} is ${value}` : `${label} must be a number, not ${kindOf(value)}`;
    throw new PackInputError(where, 'bad-argument', what, `Use ${min} to ${max}`);
  };
}

/**
 * A list that must be there.
 * @throws {PackInputError} `<id>.bad-argument`
 * @throws {PackLimitError} `<id>.too-many`
 */
export function readList(
  where: string,
  label: string,
  value: unknown,
  cap: { readonly max: number; readonly name: string },
): unknown[] {
  if (!Array.isArray(value)) {
    throw new PackInputError(where, 'bad-argument', `${label} must be an array, not ${kindOf(value)}`, 'Pass a list');
  }
  if (value.length > cap.max) {
    throw new PackLimitError(
      where,
      'too-many',
      `${label} has ${value.length} items, over the limit of ${cap.max}`,
      'Pass fewer',
      cap.name,
    );
  }
  return Array.from(value);
}

/**
 * The kind of an element, from its `type`.
 * @throws {PackInputError} `<id>.bad-argument` that lists the known ones
 */
export function readType<const Type extends string>(
  where: string,
  label: string,
  value: unknown,
  types: readonly Type[],
): { readonly type: Type; readonly fields: Record<string, unknown> } {
  const known = `Use ${types.map((name) => JSON.stringify(name)).join(', ')}`;
  if (!isPlainObject(value)) {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be a plain object with a type, not ${kindOf(value)}`,
      known,
    );
  }
  const given = Object.hasOwn(value, 'type') ? value['type'] : undefined;
  const type = types.find((name) => name === given);
  if (type === undefined) {
    const shown = typeof given === 'string' ? JSON.stringify(given.slice(0, 40)) : kindOf(given);
    throw new PackInputError(where, 'bad-argument', `${label}.type is ${shown}`, known);
  }
  return { type, fields: value };
}
