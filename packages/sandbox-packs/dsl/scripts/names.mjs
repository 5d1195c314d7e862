/** Names that the packs give to nodes and namespaces. */

const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

/**
 * The namespace of a type: all but its last segment.
 * @param {string} type
 */
export const namespaceOf = (type) => type.slice(0, type.lastIndexOf('.'));

/**
 * `nodetool.text.Concat` → `concat`, `acme.net.HTTPRequest` → `httpRequest`, `nodetool.control.If` → `if_`.
 * @param {string} type
 */
export function functionName(type) {
  const name = type.slice(type.lastIndexOf('.') + 1);
  const head = /^[A-Z]+(?![a-z])/.exec(name)?.[0] ?? name.charAt(0);
  return bindable(head.toLowerCase() + name.slice(head.length));
}

/**
 * `nodetool.text` → `text`, `lib.audio` → `libAudio`.
 * @param {string} namespace
 */
export function aliasOf(namespace) {
  const segments = namespace.replace(/^nodetool\./, '').split(/[._-]/);
  return bindable(
    segments.map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join(''),
  );
}

/** @param {string} name */
function bindable(name) {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) throw new Error(`"${name}" is not an identifier`);
  return RESERVED.has(name) ? `${name}_` : name;
}
