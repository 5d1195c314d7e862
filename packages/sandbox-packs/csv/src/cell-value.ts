import { kindOf, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';

/**
 * What one value is written as: `null` and `undefined` as nothing, a date as ISO, an object as JSON.
 * @throws {PackInputError} `csv.bad-argument` for bytes, collections, functions, invalid dates and values without JSON
 */
export function cellValue(
  where: string,
  value: unknown,
  row: number,
  column: string | number,
): string | number | boolean {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  const at = `rows[${row}][${JSON.stringify(column).slice(0, 100)}]`;
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw refusal(where, `${at} is an invalid date`, 'Pass a valid date or null');
    return value.toISOString();
  }
  return asJson(where, value, at);
}

function asJson(where: string, value: unknown, at: string): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value, (_key, part: unknown) => {
      if (!hasJson(part))
        throw refusal(where, `${at} holds ${kindOf(part)}, which has no CSV form`, 'Turn it into text first');
      return part;
    });
  } catch (error) {
    if (error instanceof PackInputError) throw error;
    if (error instanceof RangeError) {
      throw new PackLimitError(where, 'too-deep', `${at} nests too deeply for JSON`, 'Flatten it first', 'jsonDepth');
    }
    throw refusal(where, `${at} has no JSON form`, 'Pass a value without cycles');
  }
  if (json === undefined) throw refusal(where, `${at} has no JSON form`, 'Turn it into text first');
  return json;
}

// JSON would write these as {} or as a list of indices, or not at all, and so lose the data without a word.
function hasJson(part: unknown): boolean {
  if (typeof part === 'function' || typeof part === 'symbol' || typeof part === 'bigint') return false;
  return !(ArrayBuffer.isView(part) || part instanceof ArrayBuffer || part instanceof Map || part instanceof Set);
}

function refusal(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}
