/**
 * Imports whose path is put together at run time. The bundler would search folders for all that they could mean, and
 * begins to before any plugin is asked: a few `../` are the whole disk.
 * @module
 */
import { type Node, parse } from 'acorn';
import { full } from 'acorn-walk';
import type { Loader, TransformOptions } from 'esbuild';
import { freeReferences } from './free-references.js';

type Transform = (text: string, options: TransformOptions & { loader: Loader }) => Promise<{ code: string }>;
interface Call extends Node {
  source?: Node;
  callee?: Node;
  arguments?: Node[];
}

/**
 * Whether a script holds `import()` or `require` of a text that begins with `./` or `../` and goes on with something
 * computed. True also for what cannot be parsed though the bundler can: it is not known then. Never rejects.
 */
export async function hasComputedPath(text: string, loader: Loader, transform: Transform): Promise<boolean> {
  // An identifier can be written with escapes, a keyword cannot.
  if (!/\bimport\s*(?:\(|\/)|require|\\u/.test(text)) return false;
  let code: string;
  try {
    // Takes types, comments, escapes and the values of enums out of the way, as the bundler will.
    ({ code } = await transform(text, { loader, target: 'es2022', charset: 'utf8', logLevel: 'silent' }));
  } catch {
    return false; // the bundler will say where it does not parse
  }
  if (!/\bimport\s*\(|\brequire\b/.test(code)) return false;
  try {
    const isModule = /^\s*(?:import|export)\b/m.test(code) || /\bimport\.meta\b/.test(code);
    return findComputedPath(parseEither(code, isModule));
  } catch {
    return true;
  }
}

function parseEither(code: string, isModule: boolean): Node {
  const options = {
    ecmaVersion: 'latest',
    ranges: true,
    allowHashBang: true,
    allowReturnOutsideFunction: true,
  } as const;
  try {
    return parse(code, { ...options, sourceType: isModule ? 'module' : 'script' });
  } catch {
    return parse(code, { ...options, sourceType: isModule ? 'script' : 'module' });
  }
}

function findComputedPath(program: Node): boolean {
  const requires = new Set(
    freeReferences(program)
      .filter(({ name }) => name === 'require')
      .map(({ node }) => node),
  );
  let found = false;
  full(program, (node) => {
    const call = node as Call;
    const isRequire = node.type === 'CallExpression' && call.callee !== undefined && requires.has(call.callee);
    const path = node.type === 'ImportExpression' ? call.source : isRequire ? call.arguments?.[0] : undefined;
    if (!path) return;
    full(path, (part) => {
      if (isSearched(part)) found = true;
    });
  });
  return found;
}

/** Whether the bundler takes this expression for a pattern of paths. */
function isSearched(node: Node): boolean {
  if (node.type === 'TemplateLiteral') {
    return (node as Node & { expressions: Node[] }).expressions.length > 0 && /^\.\.?\//.test(leadingText(node));
  }
  return node.type === 'BinaryExpression' && /^\.\.?\//.test(leadingText(node));
}

/** The text an expression certainly begins with. */
function leadingText(node: Node): string {
  const { type, value, left, right, operator, quasis } = node as Node & {
    value?: unknown;
    left?: Node;
    right?: Node;
    operator?: string;
    quasis?: { value: { cooked?: string | null } }[];
  };
  if (type === 'Literal') return typeof value === 'string' ? value : '';
  if (type === 'TemplateLiteral') return quasis?.[0]?.value.cooked ?? '';
  if (type === 'BinaryExpression' && operator === '+' && left && right) {
    const first = leadingText(left);
    // What follows a text that is known as a whole belongs to it.
    return isWhole(left) ? first + leadingText(right) : first;
  }
  return '';
}

function isWhole(node: Node): boolean {
  const { type, value, left, right, expressions } = node as Node & {
    value?: unknown;
    left?: Node;
    right?: Node;
    expressions?: Node[];
  };
  if (type === 'Literal') return typeof value === 'string';
  if (type === 'TemplateLiteral') return expressions?.length === 0;
  return type === 'BinaryExpression' && left !== undefined && right !== undefined && isWhole(left) && isWhole(right);
}
