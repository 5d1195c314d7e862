/**
 * The two functions of date-fns that need `Intl`, which a guest does not have: each names what to use instead.
 * @module
 */

/** @throws {Error} naming `format.date`, a global of the guest */
export function intlFormat(..._values: unknown[]): never {
  throw new Error(
    'intlFormat needs Intl, which a guest does not have. Use the global: await format.date(date, options).',
  );
}

/** @throws {Error} naming `format.relativeTime`, a global of the guest */
export function intlFormatDistance(..._values: unknown[]): never {
  throw new Error(
    'intlFormatDistance needs Intl, which a guest does not have. Use the global: await format.relativeTime(value, unit).',
  );
}
