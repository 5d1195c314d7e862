import { kindOf, type OptionReader, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { OCR_MAX_LANGUAGES } from './limits.js';

const CODES = /^[a-z_]{3,40}(?:\+[a-z_]{3,40})*$/i;

/** Language codes joined by `+`, in lower case, each once, in the order given. */
export const languageOption: OptionReader<string[]> = (where, label, value) => {
  if (value === undefined) return ['eng'];
  if (typeof value !== 'string' || value.length > 400 || !CODES.test(value)) {
    const what = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be a language code of three letters or more, not ${what}`,
      'Use "eng", "fra", "chi_sim" or several as "eng+fra"',
    );
  }
  const languages = [...new Set(value.toLowerCase().split('+'))];
  if (languages.length > OCR_MAX_LANGUAGES) {
    throw new PackLimitError(
      where,
      'too-many',
      `${label} names ${languages.length} languages, over the limit of ${OCR_MAX_LANGUAGES}`,
      'Name the likely ones only',
      'OCR_MAX_LANGUAGES',
    );
  }
  return languages;
};
