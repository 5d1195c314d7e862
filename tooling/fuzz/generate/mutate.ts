/**
 * Damage to bytes and texts that were right.
 * @module
 */
import fc from 'fast-check';

interface Edit {
  kind: 'set' | 'flip' | 'insert' | 'remove' | 'repeat' | 'cut';
  at: number;
  bytes: Uint8Array;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('set', 'flip', 'insert', 'remove', 'repeat', 'cut'),
  at: fc.nat(1_000_000),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 6 }),
    fc
      .constantFrom([0], [0xff], [0x80], [0xff, 0xff, 0xff, 0xff, 0x0f], [0x80, 0x80, 0x80, 0x80, 0x00])
      .map((list) => Uint8Array.from(list)),
  ),
});

/** One of the samples with up to five edits. */
export function mutated(samples: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.nat(samples.length - 1), fc.array(edit, { minLength: 1, maxLength: 5 }))
    .map(([index, edits]) => edits.reduce(applied, samples[index] as Uint8Array));
}

function applied(bytes: Uint8Array, { kind, at, bytes: more }: Edit): Uint8Array {
  if (bytes.length === 0) return more;
  // The head is where the counts are, so that one edit in two goes there.
  const place = at % 2 === 0 ? at % bytes.length : at % Math.min(bytes.length, 64);
  const before = bytes.subarray(0, place);
  const after = bytes.subarray(place);
  switch (kind) {
    case 'set':
      return joined(before, more, after.subarray(more.length));
    case 'flip':
      return joined(before, Uint8Array.of((after[0] as number) ^ (1 << (at % 8))), after.subarray(1));
    case 'insert':
      return joined(before, more, after);
    case 'remove':
      return joined(before, after.subarray(more.length));
    case 'repeat':
      return joined(before, after.subarray(0, 20), after);
    default:
      return before;
  }
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
