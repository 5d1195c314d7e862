/**
 * Whether a name is bound by the body itself, at a given place in its syntax tree.
 * @module
 */
import type { AnyNode } from 'acorn';

const known = new WeakMap<AnyNode, ReadonlySet<string>>();

/** Whether any scope around the last node of `path` declares `name`. */
export function isBound(name: string, path: readonly AnyNode[]): boolean {
  return path.some((node) => namesOf(node).has(name));
}

/** Names a node declares for what lies inside it. */
function namesOf(node: AnyNode): ReadonlySet<string> {
  const cached = known.get(node);
  if (cached) return cached;
  const names = new Set<string>();
  switch (node.type) {
    case 'Program':
      for (const statement of node.body) {
        if (statement.type === 'ImportDeclaration') for (const one of statement.specifiers) names.add(one.local.name);
      }
      addLexical(node.body, names);
      addVars(node.body, names);
      break;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (node.type === 'FunctionExpression' && node.id) names.add(node.id.name);
      for (const parameter of node.params) addPattern(parameter, names);
      if (node.body.type === 'BlockStatement') addVars(node.body.body, names);
      break;
    case 'BlockStatement':
    case 'StaticBlock':
      addLexical(node.body, names);
      break;
    case 'SwitchStatement':
      for (const one of node.cases) addLexical(one.consequent, names);
      break;
    case 'ForStatement':
      if (node.init?.type === 'VariableDeclaration') addDeclaration(node.init, names);
      break;
    case 'ForInStatement':
    case 'ForOfStatement':
      if (node.left.type === 'VariableDeclaration') addDeclaration(node.left, names);
      break;
    case 'CatchClause':
      if (node.param) addPattern(node.param, names);
      break;
    case 'ClassExpression':
      if (node.id) names.add(node.id.name);
      break;
  }
  known.set(node, names);
  return names;
}

function addLexical(body: readonly AnyNode[], names: Set<string>): void {
  for (const statement of body) {
    const node =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
    if (node.type === 'VariableDeclaration') addDeclaration(node, names);
    else if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id)
      names.add(node.id.name);
  }
}

/** `var` declarations anywhere below, but not in a function of their own. */
function addVars(body: readonly AnyNode[], names: Set<string>): void {
  const waiting: unknown[] = [...body];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) waiting.push(...value);
    if (typeof value !== 'object' || value === null || !('type' in value)) continue;
    const node = value as AnyNode;
    if (/Function|Class/.test(node.type)) continue;
    if (node.type === 'VariableDeclaration' && node.kind === 'var') addDeclaration(node, names);
    waiting.push(...Object.values(node).filter((child) => typeof child === 'object' && child !== null));
  }
}

function addDeclaration(node: Extract<AnyNode, { type: 'VariableDeclaration' }>, names: Set<string>): void {
  for (const one of node.declarations) addPattern(one.id, names);
}

function addPattern(pattern: AnyNode | null, names: Set<string>): void {
  switch (pattern?.type) {
    case 'Identifier':
      names.add(pattern.name);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties)
        addPattern(property.type === 'Property' ? property.value : property.argument, names);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) addPattern(element, names);
      break;
    case 'AssignmentPattern':
      addPattern(pattern.left, names);
      break;
    case 'RestElement':
      addPattern(pattern.argument, names);
      break;
  }
}
