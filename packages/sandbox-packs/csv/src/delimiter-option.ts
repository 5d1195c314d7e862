import { kindOf, type OptionReader, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

/** Exactly one character that cannot be taken for a quote, a line break or a byte order mark. */
export const delimiterOption: OptionReader<string | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length === 1 && !'"\r\n\ufeff\0'.includes(value)) return value;
  const what = typeof value === 'string' ? JSON.stringify(value.slice(0, 20)) : kindOf(value);
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be exactly one character that is no quote and no line break, not ${what}`,
    'Use "," or ";" or "\\t"',
  );
};
