/**
 * Tables inside pages that people write: what stands between the two markers of a table is replaced.
 *
 * @typedef {import('@nodetool-ai/protocol').LimitRow} LimitRow
 * @typedef {import('./surface.mjs').Surface} Surface
 * @typedef {import('./surface.mjs').SurfaceMember} SurfaceMember
 */
import { installed } from './surface.mjs';

/**
 * Fills the tables of a page.
 *
 * @param {string} page
 * @param {Readonly<Record<string, string>>} tables by the name in `<!-- table: NAME -->`
 */
export function fillTables(page, tables) {
  let filled = page;
  for (const [name, table] of Object.entries(tables)) {
    const parts = filled.split(marked(name));
    if (parts.length !== 3) throw new Error(`the page must have the marker of the table "${name}" and its end, once`);
    filled = `${parts[0]}<!-- table: ${name} -->\n${table}\n<!-- end of table: ${name} -->${parts[2]}`;
  }
  return filled;
}

const marked = (/** @type {string} */ name) => new RegExp(`<!-- (?:end of )?table: ${name} -->`);

/**
 * @param {Readonly<Record<string, LimitRow>>} limits
 */
export function limitsTable(limits) {
  const rows = Object.entries(limits).map(
    ([key, row]) =>
      `| \`${key}\` | ${row.description} | ${row.unit} | ${number(row.default)} | ${number(row.ceiling)} |`,
  );
  return ['| limit | what it bounds | unit | default | ceiling |', '|---|---|---|---|---|', ...rows].join('\n');
}

/**
 * What a program finds, in short.
 *
 * @param {Surface} surface
 * @param {readonly string[]} later names of a later version
 */
export function surfaceTable({ BRIDGE_SURFACES, HELPER_SURFACES, NATIVE_SURFACES }, later) {
  const bridges = installed(BRIDGE_SURFACES, later).map(([name, { kind, description, members }]) =>
    row(name, description, kind === 'namespace' ? members : []),
  );
  const helpers = installed(HELPER_SURFACES, later).map(([name, { call, members = [] }]) =>
    row(name, call.description, members),
  );
  const natives = installed(NATIVE_SURFACES, later).map(([name, { description }]) => row(name, description, []));
  return ['| name | what it does |', '|---|---|', ...bridges, ...helpers, ...natives].join('\n');
}

/**
 * @param {string} name
 * @param {string} description
 * @param {readonly SurfaceMember[]} members
 */
function row(name, description, members) {
  const short = members.map((member) => `\`${member.name.slice(name.length + 1)}\``);
  return `| \`${name}\` | ${description}${short.length > 0 ? ` ${short.join(', ')}.` : ''} |`;
}

/** @param {Readonly<Record<string, string>>} errorCodes */
export function errorsTable(errorCodes) {
  const rows = Object.entries(errorCodes).map(([code, sentence]) => `| \`${code}\` | ${sentence} |`);
  return ['| code | meaning |', '|---|---|', ...rows].join('\n');
}

/** @param {number} value with a grouping that survives copying into code */
export function number(value) {
  return value.toLocaleString('en-US').replaceAll(',', '_');
}
