/**
 * Finds the JavaScript examples of a README or SKILL and runs each as the body of a program.
 * @module
 */

/** What an example left behind. */
export interface ExampleOutcome {
  outputs: Record<string, unknown>;
  logs: string[];
  result: unknown;
}

/** World of an example: importable modules by specifier, and the globals it uses beside `output` and `console`. */
export interface ExampleWorld {
  modules: Record<string, object>;
  globals?: Record<string, unknown>;
}

/** Texts of all fenced `js` blocks. */
export function examplesOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
}

/**
 * Runs one example. Its static imports are served from `modules`; an unknown specifier throws.
 * @example
 * await runExample('output("a", 1);', { modules: {} }); // { outputs: { a: 1 }, … }
 */
export async function runExample(code: string, world: ExampleWorld): Promise<ExampleOutcome> {
  const outcome: ExampleOutcome = { outputs: {}, logs: [], result: undefined };
  const globals: Record<string, unknown> = {
    console: { log: (...values: unknown[]) => void outcome.logs.push(values.map(String).join(' ')) },
    output: async (name: string, value: unknown) => {
      outcome.outputs[name] = value;
    },
    ...world.globals,
  };
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
    ...parts: string[]
  ) => (...args: unknown[]) => Promise<unknown>;
  const body = code.replace(
    /^import\s+([^;]+?)\s+from\s+["']([^"']+)["'];?$/gm,
    (_line, clause: string, specifier: string) => {
      if (!Object.hasOwn(world.modules, specifier))
        throw new Error(`the example imports ${specifier}, which is not there`);
      return toDeclarations(clause, specifier);
    },
  );
  const run = new AsyncFunction('modules', ...Object.keys(globals), body);
  outcome.result = await run(world.modules, ...Object.values(globals));
  return outcome;
}

function toDeclarations(clause: string, specifier: string): string {
  const from = `modules[${JSON.stringify(specifier)}]`;
  const named = clause.match(/\{([^}]*)\}/)?.[1];
  const whole = clause.match(/\*\s+as\s+(\w+)/)?.[1];
  const byDefault = clause.match(/^(\w+)/)?.[1];
  return [
    byDefault === undefined ? '' : `const ${byDefault} = ${from}.default;`,
    whole === undefined ? '' : `const ${whole} = ${from};`,
    named === undefined ? '' : `const {${named.replace(/\bas\b/g, ':')}} = ${from};`,
  ].join(' ');
}
