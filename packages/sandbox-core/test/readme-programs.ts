/**
 * Programs of a page of documentation: found, run, and held against what the page says they print.
 *
 * A `js` block is a program of the host; a `js body` block is a program of a guest. In both, a line
 * `console.log(…); // text` says what is printed.
 * @module
 */
import { formatWithOptions } from 'node:util';

/** One code block. */
export interface PageProgram {
  isBody: boolean;
  source: string;
  /** Line of the page on which the block starts, 1-based. */
  line: number;
  /** Texts the page says are printed, by line of the block, 0-based. */
  said: Map<number, string>;
}

/** Modules a program of the host may import, by specifier. */
export type PageModules = Readonly<Record<string, object>>;

const BLOCK = /^```js( body)?\n([\s\S]*?)^```$/gm;
const SAYING = /^(.*\bconsole\.log\()(.*\);) \/\/ (.+)$/;
const IMPORT = /^import (\{[^}]*\}) from '([^']+)';$/;

/** Every `js` block of a page. */
export function programsOf(page: string): PageProgram[] {
  return [...page.matchAll(BLOCK)].map((match) => {
    const source = match[2] ?? '';
    const line = page.slice(0, match.index).split('\n').length;
    return { isBody: match[1] !== undefined, source, line, said: sayingsOf(source) };
  });
}

function sayingsOf(source: string): Map<number, string> {
  const said = new Map<number, string>();
  source.split('\n').forEach((line, number) => {
    const text = SAYING.exec(line)?.[3];
    if (text !== undefined) said.set(number, text);
  });
  return said;
}

/** Runs a program of the host; answers with what its marked lines printed. */
export async function runHostProgram(program: PageProgram, modules: PageModules): Promise<Map<number, string>> {
  const lines = program.source.split('\n').map((line, number) => {
    const found = IMPORT.exec(line);
    if (found !== null) return `const ${found[1]} = pageModules[${JSON.stringify(found[2])}];`;
    return program.said.has(number) ? line.replace('console.log(', `print(${number}, `) : line;
  });
  const printed = new Map<number, string>();
  const print = (number: number, ...values: unknown[]): void => {
    const before = printed.get(number);
    const text = formatWithOptions({ breakLength: Number.POSITIVE_INFINITY }, ...values);
    printed.set(number, before === undefined ? text : `${before}\n${text}`);
  };
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction('pageModules', 'print', lines.join('\n'))(modules, print);
  return printed;
}
