/**
 * Exact text of a value, so that two values are the same when their texts are: tells apart `-0`, holes, `undefined`,
 * classes, key order and prototypes, which library comparisons each forgive in part.
 * @module
 */

/** Describes plain data, collections, dates, patterns, errors and bytes. Throws for anything else. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (value === null || typeof value !== 'object') return String(value);
  const prototype = Object.getPrototypeOf(value) as { constructor: { name: string } };
  if (Array.isArray(value)) {
    if (prototype !== Array.prototype) throw new Error('an array of another class');
    return `[${Array.from({ length: value.length }, (_, i) => (i in value ? describeValue(value[i]) : 'hole')).join()}]`;
  }
  if (prototype === Object.prototype) {
    return `{${Reflect.ownKeys(value)
      .map((key) => `${JSON.stringify(String(key))}:${describeProperty(value, key)}`)
      .join()}}`;
  }
  const { name } = prototype.constructor;
  if (value instanceof Date) return `${name} ${value.getTime()}`;
  if (value instanceof RegExp) return `${name} ${value.source} ${value.flags} ${value.lastIndex}`;
  if (value instanceof Map)
    return `${name}{${[...value].map(([k, v]) => `${describeValue(k)}=>${describeValue(v)}`).join()}}`;
  if (value instanceof Set) return `${name}{${[...value].map(describeValue).join()}}`;
  if (value instanceof Error) {
    const cause = Object.hasOwn(value, 'cause') ? describeValue(value.cause) : 'none';
    return `${name} ${value.name} ${JSON.stringify(value.message)} ${describeValue((value as { code?: unknown }).code)} ${cause}`;
  }
  if (value instanceof ArrayBuffer) return `${name} ${new Uint8Array(value).join()}`;
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return `${name} ${value.byteOffset} of ${value.buffer.byteLength}: ${bytes.join()}`;
  }
  throw new Error(`no description for ${name}`);
}

function describeProperty(object: object, key: PropertyKey): string {
  const { value, enumerable, writable, configurable } = Object.getOwnPropertyDescriptor(
    object,
    key,
  ) as PropertyDescriptor;
  if (!enumerable || !writable || !configurable) throw new Error(`odd property ${String(key)}`);
  return describeValue(value);
}
