/**
 * What the text of a body says about itself: its imports, its outputs, its mistakes.
 * Asks the syntax tree, so a word in a string or a function of one's own is never taken for a call of the node's.
 * @module
 */
import { type AnyNode, type Program, parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import { isBound } from './scope.js';

/** A place in the body; 1-based. */
export interface BodyPosition {
  line: number;
  column: number;
}

/** One name an `emit` or `output` call gives. */
export interface OutputCall extends BodyPosition {
  verb: 'emit' | 'output';
  name: string;
}

/** A static import. */
export interface BodyImport extends BodyPosition {
  specifier: string;
}

/** Something a body may not do. */
export interface BodyFault extends BodyPosition {
  form: 'export' | 'import()' | 'require()' | 'stream';
}

/** What is known of a body. */
export type BodyAnalysis =
  | { status: 'unparsable'; message: string; at: BodyPosition }
  | {
      status: 'parsed';
      imports: BodyImport[];
      calls: OutputCall[];
      /** `emit` or `output` is used in a way that hides the name: a computed name, or the function handed on. */
      hasComputedName: boolean;
      faults: BodyFault[];
      /** `return` statements of the body itself, not of functions in it. */
      returns: BodyPosition[];
      /** Offset of a last statement that is an expression; its value is what a body without `return` returns. */
      lastExpression?: BodyPosition & { offset: number };
    };

/** Parses a body: a list of statements that may import, `await` and `return`. */
export function analyseBody(code: string): BodyAnalysis {
  let program: Program;
  try {
    program = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      allowHashBang: true,
      locations: true,
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { line = 1, column = 0 } = (error as { loc?: { line: number; column: number } }).loc ?? {};
    return {
      status: 'unparsable',
      message: error.message.replace(/ \(\d+:\d+\)$/, ''),
      at: { line, column: column + 1 },
    };
  }

  const imports: BodyImport[] = [];
  const calls: OutputCall[] = [];
  const faults: BodyFault[] = [];
  const returns: BodyPosition[] = [];
  let hasComputedName = false;
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration')
      imports.push({ specifier: String(statement.source.value), ...placeOf(statement) });
    if (statement.type.startsWith('Export')) faults.push({ form: 'export', ...placeOf(statement) });
  }
  fullAncestor(program, (visited, _state, path) => {
    const node = visited as AnyNode;
    if (node.type === 'ReturnStatement' && !path.some((one) => /Function/.test(one.type))) returns.push(placeOf(node));
    if (node.type === 'ImportExpression') faults.push({ form: 'import()', ...placeOf(node) });
    if (node.type !== 'Identifier' || !isReference(node, path as AnyNode[]) || isBound(node.name, path as AnyNode[]))
      return;
    const parent = path.at(-2) as AnyNode | undefined;
    const call = parent?.type === 'CallExpression' && parent.callee === node ? parent : undefined;
    if (node.name === 'require' && call) faults.push({ form: 'require()', ...placeOf(node) });
    if (node.name === 'stream') faults.push({ form: 'stream', ...placeOf(node) });
    if (node.name !== 'emit' && node.name !== 'output') return;
    const names = call ? literalNames(node.name, call.arguments[0]) : undefined;
    if (!names) hasComputedName = true;
    for (const name of names ?? []) calls.push({ verb: node.name, name, ...placeOf(node) });
  });
  const last = program.body.at(-1);
  return {
    status: 'parsed',
    imports,
    calls,
    hasComputedName,
    faults,
    returns,
    ...(last?.type === 'ExpressionStatement' ? { lastExpression: { offset: last.start, ...placeOf(last) } } : {}),
  };
}

/** Names a first argument gives, or `undefined` when only running the body would tell. */
function literalNames(verb: 'emit' | 'output', argument: AnyNode | undefined): string[] | undefined {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return [argument.value];
  if (argument?.type === 'TemplateLiteral' && argument.expressions.length === 0)
    return [argument.quasis[0]?.value.cooked ?? ''];
  if (verb === 'output' || argument?.type !== 'ObjectExpression') return undefined;
  const names: string[] = [];
  for (const property of argument.properties) {
    if (property.type !== 'Property' || property.computed) return undefined;
    names.push(
      property.key.type === 'Identifier' ? property.key.name : String((property.key as { value?: unknown }).value),
    );
  }
  return names;
}

/** Whether an identifier reads a variable, and is not a key, a property or a label. */
function isReference(node: AnyNode, path: readonly AnyNode[]): boolean {
  const parent = path.at(-2);
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed;
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return parent.value === node || parent.computed;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
    case 'ExportSpecifier':
    case 'MetaProperty':
      return false;
    default:
      return true;
  }
}

function placeOf(node: AnyNode): BodyPosition {
  const start = node.loc?.start ?? { line: 1, column: 0 };
  return { line: start.line, column: start.column + 1 };
}
