import { kindOf, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

const MAX_CHARS = 31;

const FAULTS: [fault: string, isFault: (name: string) => boolean][] = [
  ['is empty', (name) => name === ''],
  [`has more than ${MAX_CHARS} characters`, (name) => name.length > MAX_CHARS],
  ['has one of * ? : \\ / [ ]', (name) => /[*?:\\/[\]]/.test(name)],
  ["begins or ends with '", (name) => name.startsWith("'") || name.endsWith("'")],
  ['has a control character or half a character', (name) => /[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(name)],
  ['is reserved by Excel', (name) => name.toLowerCase() === 'history'],
];

/**
 * A name that Excel takes, different from those in `taken` whatever its case; it is added to them.
 * @throws {PackInputError} `xlsx.bad-argument`
 */
export function checkSheetName(where: string, label: string, value: unknown, taken: Set<string>): string {
  if (typeof value !== 'string') {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be a string, not ${kindOf(value)}`,
      'Name the sheet',
    );
  }
  const fault =
    FAULTS.find(([, isFault]) => isFault(value))?.[0] ??
    (taken.has(value.toLowerCase()) ? 'is taken by another sheet, whatever its case' : undefined);
  if (fault !== undefined) {
    const quoted = JSON.stringify(value.slice(0, 60));
    throw new PackInputError(
      where,
      'bad-argument',
      `the sheet name ${quoted} ${fault}`,
      `Use 1 to ${MAX_CHARS} characters without * ? : \\ / [ ]`,
    );
  }
  taken.add(value.toLowerCase());
  return value;
}
