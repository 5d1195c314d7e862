export { CliError, EXIT, type Problem, renderProblem } from './errors/problem.js';
export type { CliIo } from './io.js';
export { findPackageFile, type PackageFile } from './packages.js';
export { runCli } from './program.js';
