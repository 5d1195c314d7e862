/**
 * Facts about texts that come again with each run of a program, such as the files of its packs.
 * @module
 */

/** Shorter texts are read as fast as they are found. */
const MIN_CHARS = 4096;
/** Texts whose fact is kept; the one that came first is forgotten first. */
const MAX_TEXTS = 32;
/** Their characters: programs of megabytes, each a little different, would stay in the host's memory. */
const MAX_KEPT_CHARS = 8 * 1024 * 1024;

/** `find`, which reads a text once as long as the very same text comes again. */
export function remembered(find: (text: string) => boolean): (text: string) => boolean {
  const facts = new Map<string, boolean>();
  let chars = 0;
  return (text) => {
    if (text.length < MIN_CHARS) return find(text);
    const known = facts.get(text);
    if (known !== undefined) return known;
    const fact = find(text);
    facts.set(text, fact);
    chars += text.length;
    for (const oldest of facts.keys()) {
      if (facts.size <= MAX_TEXTS && chars <= MAX_KEPT_CHARS) break;
      facts.delete(oldest);
      chars -= oldest.length;
    }
    return fact;
  };
}
