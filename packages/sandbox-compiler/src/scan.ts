/**
 * Looks through a bundle for what can never work in a guest.
 * @module
 */
import { type Node, parse } from 'acorn';
import { full, fullAncestor } from 'acorn-walk';
import type { PackPosition } from './findings.js';
import { type FreeReference, freeReferences } from './free-references.js';
import { FORBIDDEN_GLOBALS, suggestionFor } from './guest-names.js';
import { SCAN_MAX_WARNINGS } from './limits.js';
import type { CompileOutcome, CompileWarning } from './outcome.js';
import type { GeneratedPosition } from './positions.js';

/** What {@link scanBundle} says: warnings of a module that may go on, or why it may not. */
export type ScanResult = { status: 'ok'; warnings: CompileWarning[] } | Extract<CompileOutcome, { status: 'skipped' }>;

/**
 * Parses a bundle and refuses `import()`, imports that are left, and free uses of forbidden globals, also in functions
 * that are never called. A name that is only used under `typeof X`, or in a branch or right operand that a `typeof X`
 * guards, is a warning, and so is any other name the guest does not have: one for each name. Never throws.
 *
 * @param locate - maps a place in the bundle to one in the original file
 * @param guestGlobals - every global name a guest has
 */
export function scanBundle(
  source: string,
  locate: (at: GeneratedPosition) => PackPosition,
  guestGlobals: ReadonlySet<string>,
): ScanResult {
  const placeOf = (node: Node) => locate(node.loc?.start ?? { line: 1, column: 0 });
  let program: Node & { body: Node[] };
  try {
    program = parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true, ranges: true });
  } catch (error) {
    const { message, loc } = error as Error & { loc?: GeneratedPosition };
    const at = loc && locate(loc);
    const text = error instanceof RangeError ? 'the code nests too deeply' : message;
    return {
      status: 'skipped',
      code: 'npm-module-scan-rejected',
      message: `It does not parse: ${text}.`,
      ...(at && { at }),
    };
  }
  try {
    return forbiddenConstruct(program, placeOf) ?? scanNames(program, placeOf, guestGlobals);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'It cannot be checked: the code nests too deeply.';
    return { status: 'skipped', code: 'npm-module-scan-rejected', message };
  }
}

/**
 * Looks through a file that is served as written, whose static rules were checked when its pack was read. Nothing of it
 * keeps a module out: what can never work in a guest is a remark.
 */
export function scanAuthored(source: string, file: string, guestGlobals: ReadonlySet<string>): CompileWarning[] {
  const program = parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true, ranges: true });
  const placeOf = ({ loc }: Node) => ({ file, line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1 });
  const names = scanNames(program, placeOf, guestGlobals);
  return names.status === 'ok' ? names.warnings : [{ message: names.message, ...(names.at && { at: names.at }) }];
}

function forbiddenConstruct(
  program: Node & { body: Node[] },
  placeOf: (node: Node) => PackPosition,
): ScanResult | undefined {
  let found: { node: Node; what: string } | undefined;
  full(program, (node) => {
    if (node.type === 'ImportExpression') found ??= { node, what: 'It uses import() of a computed name.' };
  });
  for (const statement of program.body) {
    const from = (statement as Node & { source?: (Node & { value: string }) | null }).source;
    if (from) found ??= { node: statement, what: `It still imports "${from.value}".` };
  }
  if (!found) return undefined;
  const hint = 'Everything a guest module needs must be known when it is compiled.';
  return {
    status: 'skipped',
    code: 'npm-module-scan-rejected',
    message: `${found.what} ${hint}`,
    at: placeOf(found.node),
  };
}

function scanNames(
  program: Node,
  placeOf: (node: Node) => PackPosition,
  guestGlobals: ReadonlySet<string>,
): ScanResult {
  const suspects = freeReferences(program).filter(({ name }) => !guestGlobals.has(name));
  if (suspects.length === 0) return { status: 'ok', warnings: [] };
  const guarded = guardedReferences(program, suspects);
  const errors = suspects.filter((reference) => FORBIDDEN_GLOBALS.has(reference.name) && !guarded.has(reference.node));
  const [first] = errors;
  if (first) {
    const firstUses = new Map<string, Node>();
    for (const { name, node } of errors) if (!firstUses.has(name)) firstUses.set(name, node);
    const list = [...firstUses].map(([name, node]) => {
      const at = placeOf(node);
      return `${name} at ${at.file}:${at.line}:${at.column} (use ${suggestionFor(name)})`;
    });
    const message = `It uses what no guest has: ${list.join(', ')}.`;
    return { status: 'skipped', code: 'npm-module-forbidden-global', message, at: placeOf(first.node) };
  }
  const warnings: CompileWarning[] = [];
  const warned = new Set<string>();
  for (const { name, node } of suspects) {
    if (warned.has(name) || warnings.length === SCAN_MAX_WARNINGS) continue;
    warned.add(name);
    const uses = suspects
      .filter((reference) => reference.name === name)
      .map((reference) => guarded.get(reference.node));
    const what = uses.includes(undefined)
      ? 'is not in a guest; code that reaches it fails with a ReferenceError'
      : uses.includes('branch')
        ? 'is used where a typeof guards it; that code never runs in a guest'
        : 'is only asked for with typeof; a guest does not have it';
    warnings.push({ message: `"${name}" ${what}.`, at: placeOf(node) });
  }
  return { status: 'ok', warnings };
}

/** Which of the references a `typeof` of the same name guards, or is. */
function guardedReferences(program: Node, references: FreeReference[]): Map<Node, 'typeof' | 'branch'> {
  const wanted = new Map(references.map((reference) => [reference.node, reference.name]));
  const guarded = new Map<Node, 'typeof' | 'branch'>();
  // acorn-walk names pattern identifiers apart; the node object is the same one that scope analysis saw.
  fullAncestor(program, (node, _state, ancestors) => {
    const name = wanted.get(node);
    if (name === undefined || guarded.has(node)) return;
    for (let index = ancestors.length - 2; index >= 0; index -= 1) {
      const parent = ancestors[index];
      const child = ancestors[index + 1];
      if (!parent || !child || parent === child) continue;
      if (isTypeofOf(parent, name)) {
        guarded.set(node, 'typeof');
        return;
      }
      const test = guardTest(parent, child);
      if (test && mentionsTypeof(test, name)) {
        guarded.set(node, 'branch');
        return;
      }
    }
  });
  return guarded;
}

/** The condition under which `child` of `parent` runs. */
function guardTest(parent: Node, child: Node): Node | undefined {
  const { type, test, left, right } = parent as Node & { test?: Node; left?: Node; right?: Node };
  if ((type === 'IfStatement' || type === 'ConditionalExpression') && child !== test) return test;
  if (type === 'LogicalExpression' && child === right) return left;
  return undefined;
}

function mentionsTypeof(test: Node, name: string): boolean {
  let found = false;
  full(test, (node) => {
    if (isTypeofOf(node, name)) found = true;
  });
  return found;
}

function isTypeofOf(node: Node, name: string): boolean {
  const { type, operator, argument } = node as Node & { operator?: string; argument?: Node & { name?: string } };
  return type === 'UnaryExpression' && operator === 'typeof' && argument?.name === name;
}
