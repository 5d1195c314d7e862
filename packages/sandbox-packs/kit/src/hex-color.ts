import { PackInputError } from './errors.js';
import { kindOf, type OptionReader } from './readers.js';

/** A colour of three or six hexadecimal digits, with or without `#`; given back as six capitals without it. */
export function hexColor<Fallback extends string | undefined>(fallback: Fallback): OptionReader<string | Fallback> {
  return (where, label, value) => {
    if (value === undefined) return fallback;
    const digits = typeof value === 'string' ? /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1] : undefined;
    if (digits === undefined) {
      const what = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
      const hint = 'Use for example "#c00" or "#cc0000"';
      throw new PackInputError(where, 'bad-argument', `${label} is no colour: ${what}`, hint);
    }
    return (digits.length === 6 ? digits : digits.replace(/./g, '$&$&')).toUpperCase();
  };
}
