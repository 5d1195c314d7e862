/**
 * Name of the entry that a reference means.
 *
 * Percent-encoding is undone before dots are read, so that `%2e%2e` climbs like `..` and cannot hide.
 *
 * @param folder - where the reference stands: `""`, or with a slash at its end
 * @param target - relative, or from the root of the archive when it begins with a slash
 * @returns `undefined` for a reference that leaves the archive
 * @example
 * entryPath('ppt/slides/', '../media/a%20b.png'); // 'ppt/media/a b.png'
 */
export function entryPath(folder: string, target: string): string | undefined {
  const path: string[] = [];
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/').map(decode)) {
    if (segment === '..') {
      if (path.pop() === undefined) return undefined;
    } else if (segment !== '' && segment !== '.') path.push(segment);
  }
  return path.join('/');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
