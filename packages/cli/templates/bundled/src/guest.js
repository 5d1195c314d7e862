import { wordFor } from './words.js';

/**
 * A greeting.
 * @param {string} name who is greeted
 * @param {{ language?: 'de' | 'en' | 'fr' }} [options] default `en`
 */
export function greet(name, { language = 'en' } = {}) {
  if (typeof name !== 'string') throw new TypeError('greet: the name must be a string.');
  return `${wordFor(language)}, ${name}!`;
}
