import { describe, expect, it } from 'vitest';
import { uniqueNames } from './unique-names.js';

describe('uniqueNames', () => {
  it('numbers repeated names and takes none that is there already', () => {
    expect(uniqueNames(['a', 'a', 'a'])).toEqual(['a', 'a_1', 'a_2']);
    expect(uniqueNames(['a', 'a', 'a_1'])).toEqual(['a', 'a_2', 'a_1']);
    expect(uniqueNames(['__proto__', 'constructor', '__proto__'])).toEqual(['__proto__', 'constructor', '__proto___1']);
  });

  it('gives no column a reserved name', () => {
    expect(uniqueNames(['x', 'rest', 'rest_1'], ['rest'])).toEqual(['x', 'rest_2', 'rest_1']);
  });
});
