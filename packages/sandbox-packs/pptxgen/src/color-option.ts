import { kindOf, type OptionReader, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

/** A colour of three or six hexadecimal digits, with or without `#`; given back as six capitals. */
export function colorOption<Fallback extends string | undefined>(fallback: Fallback): OptionReader<string | Fallback> {
  return (where, label, value) => {
    if (value === undefined) return fallback;
    const digits = typeof value === 'string' ? /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1] : undefined;
    if (digits === undefined) {
      const what = typeof value === 'string' ? JSON.stringify(value.slice(0, 20)) : kindOf(value);
      throw new PackInputError(where, 'bad-argument', `${label} is no colour: ${what}`, 'Use hex digits, "2563eb"');
    }
    return (digits.length === 6 ? digits : digits.replace(/./g, '$&$&')).toUpperCase();
  };
}
