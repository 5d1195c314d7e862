import { kindOf, type OptionReader, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** How much to compress: a whole number from 0 to 9, 6 when left out. */
export const levelOption: OptionReader<(typeof LEVELS)[number]> = (where, label, value) => {
  if (value === undefined) return 6;
  const level = LEVELS.find((candidate) => candidate === value);
  if (level !== undefined) return level;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be a whole number from 0 to 9${typeof value === 'number' ? '' : `, not ${kindOf(value)}`}`,
    'Leave it out for 6',
  );
};
