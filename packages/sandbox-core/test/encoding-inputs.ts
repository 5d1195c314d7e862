/**
 * Generated inputs for text encodings, and their comparison with Node.
 * @module
 */
import fc from 'fast-check';

/** Bytes to decode in pieces, and text to encode. */
export interface EncodingInput {
  label: string;
  fatal: boolean;
  ignoreBOM: boolean;
  bytes: number[];
  /** Where the pieces end; unsorted, past the end too. */
  cuts: number[];
  text: string;
  /** Bytes of the destination of `encodeInto`. */
  room: number;
}

/** The two classes, the guest's or Node's. */
export type Encodings = Pick<typeof globalThis, 'TextDecoder' | 'TextEncoder'>;

/** Bytes around every boundary of UTF-8 and UTF-16: lead and trail bytes, BOMs, surrogates, overlong forms. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      [0xef, 0xbb, 0xbf],
      [0xfe, 0xff],
      [0xff, 0xfe],
      [0xc3, 0xa9],
      [0xe2, 0x82, 0xac],
      [0xf0, 0x9f, 0x98, 0x80],
    ],
    ...[
      [0xc0, 0x80],
      [0xe0, 0x80],
      [0xe0, 0x9f, 0xbf],
      [0xe0, 0xa0, 0x80],
      [0xed, 0x9f, 0xbf],
      [0xed, 0xa0, 0x80],
    ],
    ...[[0xf0, 0x8f], [0xf0, 0x90, 0x80, 0x80], [0xf4, 0x8f, 0xbf, 0xbf], [0xf4, 0x90], [0xf5], [0xc1], [0xc2], [0xe1]],
    ...[
      [0x00, 0xd8],
      [0x00, 0xdc],
      [0xd8, 0x00],
      [0xdc, 0x00],
      [0xff, 0xdb],
      [0x3d, 0xd8, 0x00, 0xde],
      [0xf1, 0x80],
    ],
    ...[[0x41], [0x41, 0x00], [0x00, 0x41], [0x80], [0x80, 0x80], [0xbf], [0xfd, 0xff], [0xf1, 0x80, 0x80]],
  ),
  fc.array(fc.nat(255), { minLength: 1, maxLength: 4 }),
);

// In windows-1252, Node 20 decodes the bytes 0x80 to 0x9F as Latin-1, and with `ignoreBOM` it loses the first byte. The
// tests of the guest's classes compare those with the standard's index.
const isLatin1 = (label: string): boolean => /latin1|windows/.test(label);
const isSameInLatin1 = (byte: number): boolean => byte < 0x80 || byte > 0x9f;

export const encodingInput: fc.Arbitrary<EncodingInput> = fc
  .record({
    label: fc.constantFrom('utf-8', 'utf-8', 'UTF8', 'utf-16le', 'utf-16', 'utf-16be', 'latin1', ' windows-1252\n'),
    fatal: fc.boolean(),
    ignoreBOM: fc.boolean(),
    bytes: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.flat()),
    cuts: fc.array(fc.nat(24), { maxLength: 3 }),
    text: fc.string({
      unit: fc
        .oneof(
          fc.integer({ min: 0, max: 0xffff }),
          fc.constantFrom(0x7f, 0x80, 0x7ff, 0x800, 0xd800, 0xdbff, 0xdc00, 0xdfff),
        )
        .map((unit) => String.fromCharCode(unit)),
      maxLength: 12,
    }),
    room: fc.nat(16),
  })
  .map((input) => {
    if (!isLatin1(input.label)) return input;
    return { ...input, ignoreBOM: false, bytes: input.bytes.filter(isSameInLatin1) };
  });

/** Everything one input shows of a pair of classes; texts as code units, errors by name. */
export function encodingTrace({ TextDecoder, TextEncoder }: Encodings, input: EncodingInput): string {
  const { label, fatal, ignoreBOM, bytes, cuts, text, room } = input;
  const units = (of: string) => Array.from({ length: of.length }, (_, index) => of.charCodeAt(index)).join(' ');
  const seen: string[] = [];
  const decoder = new TextDecoder(label, { fatal, ignoreBOM });
  seen.push(decoder.encoding, String(decoder.fatal), String(decoder.ignoreBOM));
  const ends = [...cuts, bytes.length].sort((a, b) => a - b);
  // Twice: what a decoder keeps of one text must not show in the next.
  for (let round = 0; round < 2; round++) {
    let at = 0;
    for (const [index, end] of ends.entries()) {
      try {
        const part = Uint8Array.from(bytes.slice(at, end));
        seen.push(units(decoder.decode(part, { stream: index < ends.length - 1 })));
      } catch (error) {
        seen.push((error as Error).name);
        // After an error inside of a stream the standard goes on with the bytes that are left, Node with others of
        // them, and the guest starts anew.
        if (index < ends.length - 1) return seen.join('; ');
      }
      at = end;
    }
  }
  const encoder = new TextEncoder();
  const target = new Uint8Array(room);
  const { read, written } = encoder.encodeInto(text, target);
  seen.push(Array.from(encoder.encode(text)).join(' '), String(read), String(written), Array.from(target).join(' '));
  return seen.join('; ');
}

/** How the guest's classes differ from Node's on one input; `undefined` when they do not. */
export function encodingFaults(guest: Encodings, input: EncodingInput): string | undefined {
  const got = encodingTrace(guest, input);
  const expected = encodingTrace(globalThis, input);
  return got === expected ? undefined : `got ${got}, Node has ${expected}`;
}
