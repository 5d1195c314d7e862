/**
 * Reads a program as the body of a module-level async function, with acorn.
 * @module
 */
import { type ImportDeclaration, type Options, Parser } from 'acorn';
import { NameList } from './name-list.js';

/**
 * Parser levels a program may nest: one for a block, a statement or an operator, two and a half for a bracket, six for
 * a function expression. So about 318 brackets, 130 functions or 797 branches of an `else if` chain.
 *
 * Deeply nested text is what overflows a native stack first. 800 is below what acorn manages on a default main thread
 * (about 1 300), and the engine compiles all of it with a guest stack of 128 KiB there, so that a program either runs
 * everywhere or is refused everywhere.
 */
const MAX_SOURCE_NESTING = 800;

/** Brackets open at once in text that does not parse: what the engine may be asked to compile for its message. */
const MAX_OPEN_BRACKETS = 318;

/** What acorn made of a program. `imports` holds the complete import declarations met before any problem. */
export interface ParseOutcome {
  imports: ImportDeclaration[];
  /** Offsets, in order, of statements whose own place the engine does not record. */
  unplaced: number[];
  problem?: ParseProblem;
}

/** Why a program was not accepted; `offset` is a UTF-16 index. */
export interface ParseProblem {
  message: string;
  offset: number;
  /** `syntax`: the engine's words are wanted. `refused`: grammar this sandbox excludes. `nesting`: too deep to try. */
  kind: 'syntax' | 'refused' | 'nesting';
}

class ParseRefusal extends Error {
  constructor(
    readonly offset: number,
    readonly kind: 'refused' | 'nesting',
    message: string,
  ) {
    super(message);
  }
}

/** The parts of acorn's parser that its plugins override; its own types leave them out. */
interface ParserInternals {
  start: number;
  scopeStack: { var: string[]; lexical: string[]; functions: string[] }[];
  enterScope(flags: number): void;
  isContextual(word: string): boolean;
  parseStatement(context: unknown, ...rest: unknown[]): { type: string; start: number };
  parseMaybeAssign(...args: unknown[]): unknown;
  parseMaybeUnary(...args: unknown[]): unknown;
  parseExprAtom(...args: unknown[]): unknown;
  parseBindingAtom(...args: unknown[]): unknown;
  parseVar(node: unknown, isFor: boolean, kind: string, ...rest: unknown[]): unknown;
  parseImport(node: { start: number }): ImportDeclaration;
  parseImportSpecifiers(): ImportDeclaration['specifiers'];
  parseExport(node: { start: number }, ...rest: unknown[]): unknown;
  parse(): unknown;
}

const Base = Parser as unknown as new (options: Options, input: string) => ParserInternals;

/** The engine records places of expression statements, `throw` and calls, but not of these. */
const UNPLACED_STATEMENTS: ReadonlySet<string> = new Set([
  'ClassDeclaration',
  'ForInStatement',
  'ForOfStatement',
  'ForStatement',
  'IfStatement',
  'LabeledStatement',
  'ReturnStatement',
  'SwitchStatement',
  'VariableDeclaration',
  'WhileStatement',
]);

class EntryParser extends Base {
  readonly imports: ImportDeclaration[] = [];
  readonly unplaced: number[] = [];
  #depth = 0;

  override enterScope(flags: number): void {
    super.enterScope(flags);
    Object.assign(this.scopeStack.at(-1) ?? {}, {
      var: new NameList(),
      lexical: new NameList(),
      functions: new NameList(),
    });
  }

  override parseStatement(context: unknown, ...rest: unknown[]): { type: string; start: number } {
    this.#enter();
    const node = super.parseStatement(context, ...rest);
    this.#depth--;
    // Without a context the statement stands in a list, where another may stand before it.
    if (context === null && UNPLACED_STATEMENTS.has(node.type)) this.unplaced.push(node.start);
    return node;
  }

  override parseMaybeAssign(...args: unknown[]): unknown {
    this.#enter();
    const node = super.parseMaybeAssign(...args);
    this.#depth--;
    return node;
  }

  override parseMaybeUnary(...args: unknown[]): unknown {
    this.#enter();
    const node = super.parseMaybeUnary(...args);
    this.#depth--;
    return node;
  }

  // `new new new f` recurses through nothing else.
  override parseExprAtom(...args: unknown[]): unknown {
    this.#enter(0.5);
    const node = super.parseExprAtom(...args);
    this.#depth -= 0.5;
    return node;
  }

  override parseBindingAtom(...args: unknown[]): unknown {
    this.#enter();
    const node = super.parseBindingAtom(...args);
    this.#depth--;
    return node;
  }

  override parseVar(node: unknown, isFor: boolean, kind: string, ...rest: unknown[]): unknown {
    if (kind === 'using' || kind === 'await using')
      this.#refuse(`'${kind}' declarations are not available in the sandbox; use try … finally`);
    return super.parseVar(node, isFor, kind, ...rest);
  }

  override parseImport(node: { start: number }): ImportDeclaration {
    const declaration = super.parseImport(node);
    const attribute = declaration.attributes[0];
    if (attribute) {
      this.#refuse(
        `import attributes (with { … }) are not available: import "${declaration.source.value}" without them`,
        attribute.start,
      );
    }
    this.imports.push(declaration);
    return declaration;
  }

  override parseImportSpecifiers(): ImportDeclaration['specifiers'] {
    const specifiers = super.parseImportSpecifiers();
    const [only, more] = specifiers;
    // `import defer from "x"` is a plain default import; with anything but `from` next, the word is an import phase.
    if (only?.type === 'ImportDefaultSpecifier' && !more && !this.isContextual('from')) {
      const phase = only.local.name;
      if (phase === 'defer' || phase === 'source') {
        this.#refuse(`'import ${phase}' is not available in the sandbox; use a plain import`, only.start);
      }
    }
    return specifiers;
  }

  override parseExport(node: { start: number }): never {
    return this.#refuse(
      `'export' is not available: the program is the body of an async function. Use 'return' to hand back a result`,
      node.start,
    );
  }

  #enter(levels = 1): void {
    this.#depth += levels;
    if (this.#depth > MAX_SOURCE_NESTING) throw new ParseRefusal(this.start, 'nesting', NESTING_TEXT);
  }

  #refuse(message: string, offset: number = this.start): never {
    throw new ParseRefusal(offset, 'refused', message);
  }
}

const NESTING_TEXT =
  'the program text nests too deeply (about 300 brackets are allowed); name inner parts, or build the value in steps';
const STACK_TEXT =
  'the program text nests too deeply, or one expression has too many operators; split it into several statements';

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowHashBang: true,
};

/** Parses a program. Never throws, whatever the text. */
export function parseProgram(text: string, onToken?: NonNullable<Options['onToken']>): ParseOutcome {
  const parser = createParser(text, onToken ? { ...OPTIONS, onToken } : OPTIONS);
  if (!(parser instanceof EntryParser)) return { imports: [], unplaced: [], problem: parser };
  try {
    parser.parse();
    return { imports: parser.imports, unplaced: parser.unplaced.sort((a, b) => a - b) };
  } catch (error) {
    const problem = describeProblem(error, text);
    const tooDeep = problem.kind === 'syntax' ? openBracketsOverflow(text) : undefined;
    return {
      imports: parser.imports,
      unplaced: [],
      problem: tooDeep === undefined ? problem : { kind: 'nesting', message: NESTING_TEXT, offset: tooDeep },
    };
  }
}

function createParser(text: string, options: Options): EntryParser | ParseProblem {
  try {
    return new EntryParser(options, text);
  } catch (error) {
    return describeProblem(error, text);
  }
}

function describeProblem(error: unknown, text: string): ParseProblem {
  if (error instanceof ParseRefusal) return { kind: error.kind, message: error.message, offset: error.offset };
  const { message, pos } = error as { message?: unknown; pos?: unknown };
  const offset = typeof pos === 'number' ? Math.min(pos, text.length) : 0;
  // Without a position it is not acorn that spoke: the caller's own stack was nearly used up.
  if (typeof message !== 'string' || typeof pos !== 'number' || message.startsWith('Not enough stack space')) {
    return { kind: 'nesting', message: STACK_TEXT, offset };
  }
  return { kind: 'syntax', message: message.replace(/ \(\d+:\d+\)$/, ''), offset };
}

/** Offset of the first bracket too many, those in strings counted too: a cheap upper bound for text nobody parsed. */
function openBracketsOverflow(text: string): number | undefined {
  let open = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === 0x28 || char === 0x5b || char === 0x7b) {
      if (++open > MAX_OPEN_BRACKETS) return index;
    } else if (char === 0x29 || char === 0x5d || char === 0x7d) {
      open = Math.max(0, open - 1);
    }
  }
  return undefined;
}
