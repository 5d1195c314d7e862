import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, plural } from './units.js';

describe('units', () => {
  it('shows bytes with a binary unit', () => {
    expect([0, 1023, 1024, 1536, 1_048_576, 500_000_000].map(formatBytes)).toEqual([
      '0 B',
      '1023 B',
      '1 KiB',
      '1.5 KiB',
      '1 MiB',
      '477 MiB',
    ]);
  });

  it('shows durations', () => {
    expect([0, 999, 1000, 59_900, 59_960, 61_000, 3_600_000].map(formatDuration)).toEqual([
      '0 ms',
      '999 ms',
      '1.0 s',
      '59.9 s',
      '1 min 0 s',
      '1 min 1 s',
      '60 min 0 s',
    ]);
  });

  it('counts', () => {
    expect([plural(0, 'item'), plural(1, 'item'), plural(2, 'entry', 'entries')]).toEqual([
      '0 items',
      '1 item',
      '2 entries',
    ]);
  });
});
