/** Finds the imports of a TypeScript or JavaScript source with a real parser, so that text inside strings is never mistaken for one. */
import { parse } from '@babel/parser';

/**
 * One import: `dynamic` for `import()`, with a literal text only.
 * @typedef {{ specifier: string, line: number, typeOnly: boolean, dynamic: boolean }} FoundImport
 */

/**
 * @param {string} source
 * @returns {FoundImport[]} in source order
 */
export function findImports(source) {
  const program = parse(source, {
    sourceType: 'module',
    plugins: ['typescript'],
    createImportExpressions: true,
  }).program;
  /** @type {FoundImport[]} */
  const found = [];
  walk(program, (node) => {
    const line = node.loc?.start.line ?? 0;
    const add = (/** @type {unknown} */ literal, /** @type {boolean} */ typeOnly, /** @type {boolean} */ dynamic) => {
      const specifier = /** @type {{ type?: string, value?: unknown } | null} */ (literal);
      if (specifier?.type === 'StringLiteral')
        found.push({ specifier: String(specifier.value), line, typeOnly, dynamic });
    };
    if (node.type === 'ImportDeclaration') add(node.source, node.importKind === 'type', false);
    else if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration')
      add(node.source, node.exportKind === 'type', false);
    else if (node.type === 'ImportExpression') add(node.source, false, true);
    else if (node.type === 'TSImportType') add(node.argument?.literal ?? node.argument, true, false);
  });
  return found;
}

/**
 * @param {unknown} value
 * @param {(node: any) => void} visit nodes of the parser's own many shapes
 */
function walk(value, visit) {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
    return;
  }
  if (typeof value !== 'object' || value === null || !('type' in value)) return;
  visit(value);
  for (const [key, child] of Object.entries(value)) {
    if (key !== 'loc' && typeof child === 'object') walk(child, visit);
  }
}
