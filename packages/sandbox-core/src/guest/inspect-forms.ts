/**
 * Short forms of values that JSON has no form for, each on one line but for the frames of an error.
 * @module
 */
import { MAX_STACK_LINES } from '../guest-limits.js';
import {
  ArrayBufferPrototypeGetByteLength,
  BigIntPrototypeToString,
  BooleanPrototypeValueOf,
  DatePrototypeGetTime,
  DatePrototypeToISOString,
  JSONStringify,
  MapPrototypeGetSize,
  NumberIsFinite,
  NumberPrototypeValueOf,
  ReflectGetOwnPropertyDescriptor,
  RegExpPrototypeGetFlags,
  RegExpPrototypeGetSource,
  SetPrototypeGetSize,
  StringOf,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeValueOf,
  TypedArrayPrototypeGetLength,
} from './primordials.js';

/** Characters of one argument that are kept; no part of a text may be longer. */
export const MAX_CHARS = 20_000;
const MAX_ITEMS_IN_LINE = 16;
const MAX_NAME_CHARS = 200;

/** A string as JSON writes it; what cannot be kept anyway is not looked at. */
export function quote(text: string): string {
  return JSONStringify(text.length > MAX_CHARS ? StringPrototypeSlice(text, 0, MAX_CHARS) : text);
}

export function functionText(value: object): string {
  const descriptor = ReflectGetOwnPropertyDescriptor(value, 'name');
  const name: unknown = descriptor?.value;
  const text = typeof name === 'string' && name !== '' ? StringPrototypeSlice(name, 0, MAX_NAME_CHARS) : 'anonymous';
  return '[Function ' + text + ']';
}

export function errorText(error: object): string {
  const name = textOf(error, 'name');
  const message = textOf(error, 'message');
  const head = name === '' ? message : message === '' ? name : name + ': ' + message;
  const stack = stackLines(textOf(error, 'stack'));
  return (head === '' ? 'Error' : head) + stack;
}

function textOf(error: object, key: string): string {
  const value = (error as Record<string, unknown>)[key];
  return typeof value === 'string' ? StringPrototypeSlice(value, 0, MAX_CHARS) : '';
}

/** The first frames that belong to a program or a pack; the sandbox's own say nothing to their reader. */
function stackLines(stack: string): string {
  let text = '';
  let kept = 0;
  let from = 0;
  while (from < stack.length && kept < MAX_STACK_LINES) {
    const found = StringPrototypeIndexOf(stack, '\n', from);
    const to = found < 0 ? stack.length : found;
    const line = StringPrototypeSlice(stack, from, to);
    if (StringPrototypeIndexOf(line, '(') >= 0 && !isOwnFrame(line)) {
      text += '\n' + line;
      kept++;
    }
    from = to + 1;
  }
  return text;
}

function isOwnFrame(line: string): boolean {
  return StringPrototypeIndexOf(line, '(native)') >= 0 || StringPrototypeIndexOf(line, '(nodetool:') >= 0;
}

export function typedArrayText(value: ArrayLike<unknown>, tag: string): string {
  const length = TypedArrayPrototypeGetLength(value);
  let text = '';
  for (let index = 0; index < length && index < MAX_ITEMS_IN_LINE; index++) {
    const item = value[index];
    text +=
      (index === 0 ? '' : ', ') + (typeof item === 'bigint' ? BigIntPrototypeToString(item) + 'n' : StringOf(item));
  }
  if (length > MAX_ITEMS_IN_LINE) text += ', ... ' + (length - MAX_ITEMS_IN_LINE) + ' more';
  return tag + '(' + length + ') [' + text + ']';
}

// Each test below asks for something that throws for every other kind of object: no program can fake the answer.

export function dateText(value: object): string | undefined {
  let time: number;
  try {
    time = DatePrototypeGetTime(value as Date);
  } catch {
    return undefined;
  }
  return NumberIsFinite(time) ? DatePrototypeToISOString(value as Date) : 'Invalid Date';
}

export function regExpText(value: object): string | undefined {
  let source: string;
  try {
    source = RegExpPrototypeGetSource(value);
  } catch {
    return undefined;
  }
  return '/' + source + '/' + RegExpPrototypeGetFlags(value);
}

export function mapSize(value: object): number | undefined {
  try {
    return MapPrototypeGetSize(value);
  } catch {
    return undefined;
  }
}

export function setSize(value: object): number | undefined {
  try {
    return SetPrototypeGetSize(value);
  } catch {
    return undefined;
  }
}

export function bufferText(value: object): string | undefined {
  try {
    return 'ArrayBuffer(' + ArrayBufferPrototypeGetByteLength(value) + ')';
  } catch {
    return undefined;
  }
}

export function boxedText(value: object): string | undefined {
  try {
    return StringOf(NumberPrototypeValueOf(value));
  } catch {
    /* not a Number */
  }
  try {
    return quote(StringPrototypeValueOf(value));
  } catch {
    /* not a String */
  }
  try {
    return BooleanPrototypeValueOf(value) ? 'true' : 'false';
  } catch {
    /* not a Boolean */
  }
  return undefined;
}
