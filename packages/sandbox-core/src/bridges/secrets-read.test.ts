import { describe, expect, it } from 'vitest';
import { createSecretsRead, type SecretsRead } from './secrets-read.js';

function reader(...values: string[]): SecretsRead {
  const read = createSecretsRead();
  for (const value of values) read.note(value);
  return read;
}

describe('redact', () => {
  it('replaces each occurrence of a value that was read', () => {
    expect(reader('hunter2hunter2').redact('a hunter2hunter2, b hunter2hunter2')).toBe('a [secret], b [secret]');
  });

  it('replaces the longer of two values that start alike', () => {
    expect(reader('password', 'password-of-all').redact('password-of-all or password')).toBe('[secret] or [secret]');
  });

  it('leaves no part of two values that overlap', () => {
    expect(reader('aaaabbbb', 'bbbbcccc').redact('<aaaabbbbcccc>')).toBe('<[secret]>');
    expect(reader('abababab').redact('<ababababab>')).toBe('<[secret]>');
  });

  it('replaces values that touch one by one', () => {
    expect(reader('11111111', '22222222').redact('1111111122222222')).toBe('[secret][secret]');
  });

  it('leaves a value of 7 characters alone', () => {
    const read = reader('1234567', '');
    expect(read.redact('1234567')).toBe('1234567');
    expect([...read.values]).toEqual(['1234567']);
  });

  it('takes values literally', () => {
    expect(reader('$&.*(+)[x').redact('is $&.*(+)[x it')).toBe('is [secret] it');
  });
});
