/**
 * Names of columns, each once: `a, a, a` becomes `a, a_1, a_2`. A name that the header holds elsewhere is never taken,
 * and none of `reserved` is given to a column.
 * @example
 * uniqueNames(['a', 'a', 'a_1']); // ['a', 'a_2', 'a_1']
 */
export function uniqueNames(header: readonly string[], reserved: readonly string[] = []): string[] {
  const taken = new Set([...header, ...reserved]);
  const seen = new Set(reserved);
  const next = new Map<string, number>();
  return header.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let count = next.get(name) ?? 1;
    while (taken.has(`${name}_${count}`)) count += 1;
    next.set(name, count + 1);
    taken.add(`${name}_${count}`);
    return `${name}_${count}`;
  });
}
