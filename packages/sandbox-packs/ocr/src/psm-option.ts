import { kindOf, type OptionReader, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

const MODES = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13];
/** These look for the orientation of the page, which needs data of its own. */
const ORIENTATION_MODES = [0, 1, 2, 12];

/** A page segmentation mode as the engine numbers them; a digit text is taken too, as tesseract.js writes them. */
export const psmOption: OptionReader<number | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  const mode = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value;
  if (typeof mode === 'number' && MODES.includes(mode)) return mode;
  if (typeof mode === 'number' && ORIENTATION_MODES.includes(mode)) {
    throw new PackInputError(
      where,
      'unsupported',
      `${label} ${mode} looks for the orientation of the page, which is not available`,
      'Turn the picture upright and use 3, or leave it out',
    );
  }
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be one of ${MODES.join(', ')}, not ${typeof mode === 'number' ? mode : kindOf(mode)}`,
    'Use 6 for one block of text, 7 for one line, 11 for scattered text',
  );
};
