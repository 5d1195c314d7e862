/** Shows the outcome of a run: rows as a table, anything else as JSON, a failure with its place. */

/**
 * @param {Element} target
 * @param {import('@nodetool-ai/sandbox-core').RunSandboxResult} outcome
 */
export function showResult(target, outcome) {
  if (!outcome.success) {
    target.replaceChildren(block(failureText(outcome), 'failure'));
    return;
  }
  const rows = asRows(outcome.result);
  target.replaceChildren(rows === undefined ? block(JSON.stringify(outcome.result, showBytes, 2)) : table(rows));
}

const showBytes = (_, value) => (value instanceof Uint8Array ? `[${value.length} bytes]` : value);

function failureText({ error, errorInfo }) {
  return errorInfo.line === undefined ? error : `${error}\n\nline ${errorInfo.line}, column ${errorInfo.column}`;
}

/** Flat objects with the same keys, if that is what `value` is. */
function asRows(value) {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const isFlat = (row) =>
    typeof row === 'object' && row !== null && Object.values(row).every((cell) => Object(cell) !== cell);
  const keys = (row) => Object.keys(row).join('\n');
  return value.every((row) => isFlat(row) && keys(row) === keys(value[0])) ? value : undefined;
}

function table(rows) {
  const element = document.createElement('table');
  const head = element.createTHead().insertRow();
  for (const [key, cell] of Object.entries(rows[0])) fill(head.appendChild(document.createElement('th')), key, cell);
  const body = element.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const cell of Object.values(row)) fill(line.insertCell(), String(cell), cell);
  }
  return element;
}

// As text, never as HTML: what a program returns is a stranger's.
function fill(cell, text, value) {
  cell.textContent = text;
  if (typeof value === 'number') cell.className = 'number';
}

function block(text, className = '') {
  const element = document.createElement('pre');
  element.className = className;
  element.textContent = text;
  return element;
}
