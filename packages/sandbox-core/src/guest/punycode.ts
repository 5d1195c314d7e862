/**
 * Punycode of one label.
 * @see https://www.rfc-editor.org/rfc/rfc3492
 * @module
 */
import {
  MathFloor,
  NumberPrototypeToString,
  StringFromCharCode,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
} from './primordials.js';

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const MAX_INT = 0x7fffffff;

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = MathFloor(delta / (isFirst ? 700 : 2));
  rest += MathFloor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = MathFloor(rest / (BASE - T_MIN));
  return k + MathFloor((BASE * rest) / (rest + 38));
}

function threshold(k: number, bias: number): number {
  return k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
}

/** Code points of a text; a lone surrogate counts as one. */
export function codePointsOf(text: string): number[] {
  const codes: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const unit = StringPrototypeCharCodeAt(text, index);
    const low =
      unit >= 0xd800 && unit < 0xdc00 && index + 1 < text.length ? StringPrototypeCharCodeAt(text, index + 1) : 0;
    if (low >= 0xdc00 && low < 0xe000) {
      codes[codes.length] = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
      index++;
    } else {
      codes[codes.length] = unit;
    }
  }
  return codes;
}

/** The text of one code point. */
export function textOfCode(code: number): string {
  if (code < 0x10000) return StringFromCharCode(code);
  return StringFromCharCode(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
}

/** Decodes what follows `xn--`; `undefined` for a malformed label. */
export function punycodeDecode(label: string): string | undefined {
  let basic = label.length - 1;
  while (basic >= 0 && StringPrototypeCharCodeAt(label, basic) !== 0x2d) basic--;
  const codes: number[] = basic > 0 ? codePointsOf(StringPrototypeSlice(label, 0, basic)) : [];
  for (let index = 0; index < codes.length; index++) if ((codes[index] as number) >= 0x80) return undefined;
  let code = 128;
  let position = 0;
  let bias = 72;
  for (let index = basic > 0 ? basic + 1 : 0; index < label.length; ) {
    const before = position;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (index >= label.length) return undefined;
      const unit = StringPrototypeCharCodeAt(label, index++);
      const digit =
        unit >= 0x30 && unit <= 0x39
          ? unit - 22
          : (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a
            ? (unit | 0x20) - 0x61
            : BASE;
      if (digit >= BASE || digit > MathFloor((MAX_INT - position) / weight)) return undefined;
      position += digit * weight;
      const limit = threshold(k, bias);
      if (digit < limit) break;
      if (weight > MathFloor(MAX_INT / (BASE - limit))) return undefined;
      weight *= BASE - limit;
    }
    const count = codes.length + 1;
    bias = adapt(position - before, count, before === 0);
    code += MathFloor(position / count);
    position %= count;
    if (code > 0x10ffff) return undefined;
    for (let at = codes.length; at > position; at--) codes[at] = codes[at - 1] as number;
    codes[position++] = code;
  }
  let text = '';
  for (let index = 0; index < codes.length; index++) text += textOfCode(codes[index] as number);
  return text;
}

/** Encodes a label, without `xn--`; `undefined` when it is too long for the algorithm. */
export function punycodeEncode(label: string): string | undefined {
  const codes = codePointsOf(label);
  let out = '';
  for (let index = 0; index < codes.length; index++) {
    if ((codes[index] as number) < 0x80) out += StringFromCharCode(codes[index] as number);
  }
  const basic = out.length;
  if (basic > 0) out += '-';
  let code = 128;
  let delta = 0;
  let bias = 72;
  for (let handled = basic; handled < codes.length; ) {
    let next = MAX_INT;
    for (let index = 0; index < codes.length; index++) {
      const candidate = codes[index] as number;
      if (candidate >= code && candidate < next) next = candidate;
    }
    if (next - code > MathFloor((MAX_INT - delta) / (handled + 1))) return undefined;
    delta += (next - code) * (handled + 1);
    code = next;
    for (let index = 0; index < codes.length; index++) {
      const current = codes[index] as number;
      if (current < code) delta++;
      if (current !== code) continue;
      let rest = delta;
      for (let k = BASE; ; k += BASE) {
        const limit = threshold(k, bias);
        if (rest < limit) break;
        out += digitText(limit + ((rest - limit) % (BASE - limit)));
        rest = MathFloor((rest - limit) / (BASE - limit));
      }
      out += digitText(rest);
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    code++;
  }
  return out;
}

/** Digit values 0 to 25 are a to z, 26 to 35 are 0 to 9. */
function digitText(value: number): string {
  return value < 26 ? StringFromCharCode(0x61 + value) : NumberPrototypeToString(value - 26);
}
