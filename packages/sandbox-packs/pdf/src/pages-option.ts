import { kindOf, type OptionReader, PackInputError, readList } from '@nodetool-ai/sandbox-pack-kit';
import { PDF_MAX_PAGES } from './limits.js';

/** Numbers of pages, from 1, each once. */
export const pagesOption: OptionReader<number[] | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  const list = readList(where, label, value, { max: PDF_MAX_PAGES, name: 'PDF_MAX_PAGES' });
  const numbers = list.map((item, at) => {
    if (typeof item === 'number' && Number.isInteger(item) && item >= 1) return item;
    const what = typeof item === 'number' ? String(item) : kindOf(item);
    throw refusal(where, `${label}[${at}] must be a whole number of 1 or more, not ${what}`);
  });
  if (new Set(numbers).size < numbers.length) throw refusal(where, `${label} names one page twice`);
  return numbers;
};

function refusal(where: string, what: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, 'Use page numbers such as [1, 2]');
}
