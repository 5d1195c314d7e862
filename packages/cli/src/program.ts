/**
 * The command line: names, options and help of every command.
 * @module
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { codeRunCommand } from './commands/code-run.js';
import { packsCacheCleanCommand, parseAge } from './commands/packs-cache.js';
import { packsCheckCommand } from './commands/packs-check.js';
import { packsCompileCommand } from './commands/packs-compile.js';
import { packsDocsCommand } from './commands/packs-docs.js';
import { packsListCommand } from './commands/packs-list.js';
import { packsNewCommand } from './commands/packs-new.js';
import { parseSeconds, runCommand } from './commands/run.js';
import { CliError, EXIT, type Problem, renderProblem, usageError } from './errors/problem.js';
import { type CliIo, note, paletteFor } from './io.js';

/**
 * Runs the command and resolves with its exit status: 0 success, 1 failure, 2 usage, 130 interrupted. Never rejects.
 * @param argv - arguments after the command's own name
 * @example
 * const status = await runCli(['run', 'workflow.json', '--param', 'n=3'], io);
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  let status: number = EXIT.ok;
  const program = createProgram(io, (value) => {
    status = value;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (io.signal.aborted) return EXIT.interrupted;
    const palette = paletteFor(io, 'stderr');
    const problems = error instanceof CliError ? error.problems : [unexpected(error, io)];
    for (const problem of problems) note(io, renderProblem(problem, palette, io.stderr.columns ?? 100));
    return error instanceof CliError ? error.exitCode : EXIT.failure;
  }
}

function createProgram(io: CliIo, done: (status: number) => void): Command {
  const program = new Command('nodetool')
    .description('Runs workflows and programs in a sandbox, and manages the packs they import.')
    .version(version(), '--version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand('help [command]', 'Print the help of a command.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text) => note(io, renderProblem(misuse(text), paletteFor(io, 'stderr'), io.stderr.columns ?? 100)),
    });

  program
    .command('run')
    .description('Run a workflow.')
    .argument('<workflow.json>', 'workflow file: nodes and edges')
    .addOption(
      repeatable(
        '--param <name=value>',
        "value of an input; may be repeated; npm:<package>/<path> names a package's file",
      ),
    )
    .option('--out <dir>', 'folder for the files it writes (default: "out" beside the workflow)')
    .addOption(repeatable('--read-dir <dir>', 'folder it may read besides its own; may be repeated'))
    .option('--timeout <seconds>', 'time for the whole run (default: none)', parseSeconds)
    .option('--jsonl', 'print every message as one line of JSON, and nothing else')
    .action(async (file, options) => done(await runCommand(file, options, io)));

  const code = program.command('code').description('Run a body outside a workflow.');
  code
    .command('run')
    .description('Run the body of a Code node.')
    .argument('<file.js>', 'file with the body')
    .option('--inputs <json>', 'inputs as a JSON object', '{}')
    .option('--timeout <seconds>', 'time it may take (default: 30)', parseSeconds)
    .option('--json', 'print one JSON document, and nothing else')
    .action(async (file, options) => done(await codeRunCommand(file, options, io)));

  addPackCommands(program.command('packs').description('Manage the packs that bodies may import.'), io, done);
  return program;
}

function addPackCommands(packs: Command, io: CliIo, done: (status: number) => void): void {
  const json: [string, string] = ['--json', 'print one JSON document, and nothing else'];
  packs
    .command('compile')
    .description('Compile the packs of this folder that need it.')
    .option('--force', 'compile also what is in the cache')
    .option('--concurrency <n>', 'modules at the same time, 1 to 8 (default: 2)', parseConcurrency)
    .addOption(
      repeatable('--pack-search-path <dir>', 'folder of packages to look in, and in no other place; may be repeated'),
    )
    .option('--only <specifier>', 'compile this module alone')
    .option(...json)
    .action(async (options) => done(await packsCompileCommand(options, io)));
  packs
    .command('list')
    .description('List the packs that can be imported here.')
    .option('--licenses', 'print the licences of all that they are made of')
    .option(...json)
    .action(async (options) => done(await packsListCommand(options, io)));
  packs
    .command('docs')
    .description('Print how a module is used.')
    .argument('<specifier>', 'what a body imports, or the short name of a pack of this project, such as csv')
    .action(async (specifier) => done(await packsDocsCommand(specifier, io)));
  packs
    .command('check')
    .description('Check the pack in a folder: its manifest, its files, its modules, its examples.')
    .argument('<dir>', 'folder of the pack')
    .option(...json)
    .action(async (dir, options) => done(await packsCheckCommand(dir, options, io)));
  packs
    .command('new')
    .description('Write a new pack into a folder named after it.')
    .argument('<name>', 'name of the package')
    .option('--kind <kind>', 'guest, bundled or wasm', 'guest')
    .action(async (name, options) => done(await packsNewCommand(name, options, io)));
  packs
    .command('cache')
    .description('Manage what is already compiled.')
    .command('clean')
    .description('Remove compiled modules.')
    .option('--older-than <age>', 'only those written longer ago, such as 30d', parseAge)
    .action(async (options) => done(await packsCacheCleanCommand(options, io)));
}

function parseConcurrency(text: string): number {
  if (/^[1-8]$/.test(text)) return Number(text);
  throw usageError(`--concurrency takes a number from 1 to 8, not "${text}".`, 'Write --concurrency 2.');
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, description)
    .argParser((value: string, before: string[]) => [...before, value])
    .default([], 'none');
}

/** What commander says of a wrong call, told as every other error: `error: …` and perhaps `(Did you mean …?)`. */
function misuse(text: string): Problem {
  const [first = '', hint] = text.trim().split('\n');
  const see = 'See nodetool --help.';
  return {
    message: `${first.replace(/^error: /, '').replace(/\.$/, '')}.`,
    code: 'USAGE',
    next: hint === undefined ? see : `${hint.replace(/^\(|\)$/g, '')} ${see}`,
  };
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}

/** A fault of the command itself: still one clear line; the stack only on request. */
function unexpected(error: unknown, io: CliIo) {
  const wantsStack = io.env['NODETOOL_DEBUG'] !== undefined && io.env['NODETOOL_DEBUG'] !== '';
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    message: wantsStack && error instanceof Error && error.stack ? error.stack : message,
    code: 'INTERNAL',
    next: 'This is a fault of the command. Set NODETOOL_DEBUG=1 to see where, and report it.',
  };
}
