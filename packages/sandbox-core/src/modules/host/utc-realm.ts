/**
 * Makes a realm answer as if its host were in UTC with the locale en-US, so that no library's answer depends on the
 * machine. A worker cannot do this through `TZ`: the engine reads the zone of the process.
 * @module
 */

const ZONE = 'UTC';
const LOCALE = 'en-US';
const LOCAL_FIELDS = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const;
const LOCALE_METHODS = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const;
const INTL_CONSTRUCTORS = [
  'Collator',
  'DisplayNames',
  'DurationFormat',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
] as const;

const DATE_ONLY = /^(?:[+-]\d{6}|\d{4})(?:-\d\d){0,2}$/;
const ISO_TIME = /^(?:[+-]\d{6}|\d{4})-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/;
const HAS_ZONE =
  /(?:\d\s*Z|\b(?:UTC?|GMT|[ECMP][SD]T)\b(?:\s*[+-]\d{1,4})?|:\d\d(?:\.\d+)?\s*[+-]\d\d:?\d\d|\s[+-]\d{4})\s*(?:\([^)]*\))?\s*$/i;

/** Changes the current realm for good; call it once, before any library loads. */
export function setRealmToUtc(): void {
  const NativeDate = Date;
  const nativeParse = NativeDate.parse;
  const proto = NativeDate.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const define = (target: object, name: string, value: unknown): void => {
    Object.defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true });
  };

  for (const field of LOCAL_FIELDS) {
    define(proto, `get${field}`, proto[`getUTC${field}`]);
    if (field !== 'Day') define(proto, `set${field}`, proto[`setUTC${field}`]);
  }
  define(proto, 'getTimezoneOffset', function (this: Date) {
    return Number.isNaN(this.getTime()) ? Number.NaN : 0;
  });
  define(proto, 'getYear', function (this: Date) {
    return this.getUTCFullYear() - 1900;
  });
  define(proto, 'toDateString', function (this: Date) {
    return Number.isNaN(this.getTime())
      ? 'Invalid Date'
      : this.toUTCString().replace(/^(\w+), (\d\d) (\w+) (-?\d+) .*$/, '$1 $3 $2 $4');
  });
  define(proto, 'toTimeString', function (this: Date) {
    if (Number.isNaN(this.getTime())) return 'Invalid Date';
    return `${this.toISOString().slice(-13, -5)} GMT+0000 (Coordinated Universal Time)`;
  });
  define(proto, 'toString', function (this: Date) {
    return Number.isNaN(this.getTime()) ? 'Invalid Date' : `${this.toDateString()} ${this.toTimeString()}`;
  });
  for (const name of LOCALE_METHODS) {
    const native = NativeDate.prototype[name];
    define(proto, name, function (this: Date, locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      return native.call(this, locales ?? LOCALE, withZone(options));
    });
  }

  const parse = (text: unknown): number => nativeParse(withUtc(String(text), nativeParse));
  define(NativeDate, 'parse', parse);
  const UtcDate: DateConstructor = new Proxy(NativeDate, {
    apply: () => new NativeDate().toString(),
    construct(target, args: unknown[], newTarget) {
      const first = args[0];
      let given = args;
      // `Date.UTC` takes the same fields as the local constructor.
      if (args.length > 1) given = [NativeDate.UTC(...(args as [number, number]))];
      else if (typeof first === 'string' || first instanceof String) given = [parse(first)];
      return Reflect.construct(target, given, newTarget === UtcDate ? target : newTarget) as object;
    },
  });
  define(proto, 'constructor', UtcDate);
  define(globalThis, 'Date', UtcDate);
  setIntlDefaults(define);
}

function setIntlDefaults(define: (target: object, name: string, value: unknown) => void): void {
  const intl = Intl as unknown as Record<string, (new (...args: unknown[]) => object) | undefined>;
  const wrap = (name: string, adapt: (args: unknown[]) => unknown[]): void => {
    const native = intl[name];
    if (!native) return;
    const wrapped: typeof native = new Proxy(native, {
      apply: (target, _self, args: unknown[]) => new target(...adapt(args)),
      construct: (target, args: unknown[], newTarget) =>
        Reflect.construct(target, adapt(args), newTarget === wrapped ? target : newTarget) as object,
    });
    define(intl, name, wrapped);
  };
  wrap('DateTimeFormat', ([locales, options]) => [locales ?? LOCALE, withZone(options)]);
  for (const name of INTL_CONSTRUCTORS) wrap(name, ([locales, ...rest]) => [locales ?? LOCALE, ...rest]);

  for (const proto of [Number.prototype, BigInt.prototype]) {
    const native: (locales?: string, options?: object) => string = proto.toLocaleString;
    define(proto, 'toLocaleString', function (this: unknown, locales?: string, options?: object) {
      return native.call(this, locales ?? LOCALE, options);
    });
  }
  const compare = String.prototype.localeCompare;
  define(String.prototype, 'localeCompare', function (this: string, that: string, locales?: string, options?: object) {
    return compare.call(this, that, locales ?? LOCALE, options);
  });
}

function withZone(options: unknown): Intl.DateTimeFormatOptions {
  const given = (options ?? {}) as Intl.DateTimeFormatOptions;
  return given.timeZone === undefined ? { ...given, timeZone: ZONE } : given;
}

// A date alone is UTC by ECMA-262; a date with a time and no zone would be local.
function withUtc(text: string, parse: (text: string) => number): string {
  const trimmed = text.trim();
  if (DATE_ONLY.test(trimmed) || HAS_ZONE.test(trimmed)) return text;
  if (ISO_TIME.test(trimmed)) return `${trimmed}Z`;
  const inUtc = `${trimmed} UTC`;
  return Number.isNaN(parse(inUtc)) ? text : inUtc;
}
