import { kindOf, type OptionReader, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

/**
 * A preset shape by the name the file format gives it (ECMA-376 20.1.10.56).
 * @param known the library's list: it misspells one name and has one that stands for a list of points
 */
export function shapeOption(known: readonly string[]): OptionReader<string> {
  const names = known
    .filter((name) => name !== 'custGeom')
    .map((name) => (name === 'folderCorner' ? 'foldedCorner' : name));
  return (where, label, value) => {
    if (value === undefined) return 'rect';
    if (typeof value === 'string' && names.includes(value)) return value;
    const what = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
    const hint = `Use one of ${names.length} names such as "rect", "roundRect", "ellipse", "line", "rightArrow"`;
    throw new PackInputError(where, 'bad-argument', `${label} is no known shape: ${what}`, hint);
  };
}
