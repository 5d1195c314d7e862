/**
 * Texts and names that are known to make trouble.
 * @module
 */
import fc from 'fast-check';

/** A UTF-16 unit at a time, so that halves of pairs come up as well. */
export const anyUnits = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});

/** Texts of every width, with NUL, halves of pairs, and lengths that change how they are stored. */
export const textValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  anyUnits,
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '\udc00\ud800',
    'x'.repeat(127),
    'x'.repeat(128),
    'é'.repeat(300),
    '€'.repeat(70_000),
  ),
);

/** Keys of objects, among them those that prototypes have. */
export const hostileKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'toJSON',
    'then',
    'length',
    'name',
    '0',
    '7',
    '4294967294',
    '4294967295',
    '-1',
    'a b',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
