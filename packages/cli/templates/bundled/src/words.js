const WORDS = new Map([
  ['de', 'Hallo'],
  ['en', 'Hello'],
  ['fr', 'Bonjour'],
]);

/** The word a language greets with. */
export function wordFor(language) {
  const word = WORDS.get(language);
  if (word === undefined)
    throw new RangeError(`greet: no language "${language}"; use ${[...WORDS.keys()].join(', ')}.`);
  return word;
}
