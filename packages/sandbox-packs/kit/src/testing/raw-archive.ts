/**
 * Writes ZIP archives byte by byte, with every lie an attacker may tell.
 * @module
 */
import { deflateSync } from 'fflate';
import { crc32 } from '../archive/crc32.js';

/** One entry; all fields but `name` and `data` are lies or rarities. */
export interface RawEntry {
  name: string | Uint8Array;
  data: Uint8Array | string;
  /** Default 8, deflated; 0 stores; any other is written over deflated data. */
  method?: number;
  flags?: number;
  /** Sum and inflated size as the headers state them. */
  statedCrc?: number;
  statedSize?: number;
  /** Fields of the local header where it differs. */
  local?: { name?: string; method?: number; statedSize?: number; flags?: number; extra?: Uint8Array };
  /** Offset of the local header as the directory states it. */
  statedStart?: number;
  extra?: Uint8Array;
}

/** Fields of the end record where it differs from the truth. */
export interface RawEnd {
  statedCount?: number;
  comment?: Uint8Array;
}

/** Bytes of an archive with these entries. */
export function rawArchive(entries: readonly RawEntry[], end: RawEnd = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    const data = toBytes(entry.data);
    const deflated = entry.method === 0 ? data : deflateSync(data);
    const size = entry.statedSize ?? data.length;
    const crc = entry.statedCrc ?? crc32(data);
    const header = (name: Uint8Array, method: number, flags: number, stated: number, extra: Uint8Array): Uint8Array =>
      join(u16(20, flags, method, 0, 0x21), u32(crc, deflated.length, stated), u16(name.length, extra.length));
    const name = toBytes(entry.name);
    const method = entry.method ?? 8;
    const flags = entry.flags ?? 0;
    const { local = {}, extra = new Uint8Array(0) } = entry;
    const localName = local.name === undefined ? name : toBytes(local.name);
    const localExtra = local.extra ?? extra;
    const record = join(
      u32(0x04_03_4b_50),
      header(localName, local.method ?? method, local.flags ?? flags, local.statedSize ?? size, localExtra),
      localName,
      localExtra,
      deflated,
    );
    directory.push(
      u32(0x02_01_4b_50),
      u16(20),
      header(name, method, flags, size, extra),
      u16(0, 0, 0),
      u32(0, entry.statedStart ?? at),
      name,
      extra,
    );
    parts.push(record);
    at += record.length;
  }
  const whole = joinAll(directory);
  const count = end.statedCount ?? entries.length;
  const comment = end.comment ?? new Uint8Array(0);
  return join(
    joinAll(parts),
    whole,
    u32(0x06_05_4b_50),
    u16(0, 0, count, count),
    u32(whole.length, at),
    u16(comment.length),
    comment,
  );
}

/** A hostile archive with the reason (after `<id>.`) that refuses it. */
export interface HostileArchive {
  attack: string;
  reason: 'bad-format' | 'inflated-too-large' | 'too-many' | 'encrypted' | 'unsupported';
  bytes: Uint8Array;
}

/** Archives that every reader of ZIP files must refuse; each holds the given good entries first. */
export function hostileArchives(good: readonly RawEntry[] = []): HostileArchive[] {
  const make = (
    attack: string,
    reason: HostileArchive['reason'],
    entries: RawEntry[],
    end?: RawEnd,
  ): HostileArchive => ({
    attack,
    reason,
    bytes: rawArchive([...good, ...entries], end),
  });
  const zeros = new Uint8Array(60 * 1024 * 1024);
  const text = 'twenty-three characters';
  return [
    make('60 MiB of zeros', 'inflated-too-large', [{ name: 'zeros', data: zeros }]),
    make('60 MiB of zeros that state 5 bytes', 'bad-format', [{ name: 'zeros', data: zeros, statedSize: 5 }]),
    make(
      'many entries that are too large only together',
      'inflated-too-large',
      Array.from({ length: 7 }, (_, index) => ({ name: `z${index}`, data: zeros.subarray(0, 8 * 1024 * 1024) })),
    ),
    make('a size that is too small', 'bad-format', [{ name: 'a', data: text, statedSize: 5 }]),
    make('a size of nearly 4 GiB', 'bad-format', [{ name: 'a', data: text, statedSize: 0xff_ff_ff_fe }]),
    make('a wrong sum', 'bad-format', [{ name: 'a', data: text, statedCrc: 1 }]),
    make(
      '20 000 entries',
      'too-many',
      Array.from({ length: 20_000 }, (_, index) => ({ name: `${index}`, data: '' })),
    ),
    make(
      'a directory that states fewer entries',
      'bad-format',
      [
        { name: 'a', data: text },
        { name: 'b', data: text },
      ],
      {
        statedCount: good.length + 1,
      },
    ),
    make('overlapping entries', 'bad-format', [
      { name: 'a', data: text, statedStart: 0 },
      { name: 'a', data: text, statedStart: 0 },
    ]),
    make('two entries of one name', 'bad-format', [
      { name: 'a', data: text },
      { name: 'a', data: 'other' },
    ]),
    make('an encrypted entry', 'encrypted', [{ name: 'a', data: text, flags: 1 }]),
    make('method 99', 'unsupported', [{ name: 'a', data: text, method: 99 }]),
    make('method 9, Deflate64', 'unsupported', [{ name: 'a', data: text, method: 9 }]),
    make('a local header with another name', 'bad-format', [{ name: 'a', data: text, local: { name: 'b' } }]),
    make('a local header with another method', 'bad-format', [{ name: 'a', data: text, local: { method: 0 } }]),
    make('a local header with another size', 'bad-format', [{ name: 'a', data: text, local: { statedSize: 5 } }]),
    make('a local header outside the archive', 'bad-format', [{ name: 'a', data: text, statedStart: 0xff_ff_ff_f0 }]),
    make('a directory entry with bytes', 'bad-format', [{ name: 'd/', data: text }]),
  ];
}

function toBytes(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? new TextEncoder().encode(value) : value;
}

function u16(...values: number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value & 0xff, (value >>> 8) & 0xff]));
}

function u32(...values: number[]): Uint8Array {
  return join(...values.map((value) => u16(value & 0xff_ff, value >>> 16)));
}

function join(...parts: Uint8Array[]): Uint8Array {
  return joinAll(parts);
}

function joinAll(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
