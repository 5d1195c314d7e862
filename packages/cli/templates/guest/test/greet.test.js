import assert from 'node:assert/strict';
import test from 'node:test';
import { greet } from '../greet.js';

test('greets in three languages', () => {
  assert.equal(greet('Ada'), 'Hello, Ada!');
  assert.equal(greet('Ada', { language: 'de' }), 'Hallo, Ada!');
  assert.equal(greet('Ada', { language: 'fr' }), 'Bonjour, Ada!');
});

test('says what is wrong', () => {
  assert.throws(() => greet(7), /must be a string/);
  assert.throws(() => greet('Ada', { language: 'constructor' }), /no language "constructor"/);
});
