/** Where the parser stopped, and what was told before. */
export interface Stop {
  /** What the parser says. */
  reason: string;
  text: string;
  /** Where it stopped. */
  position: number;
  /** Where the last tag, CDATA section or document type ended. */
  told: number;
  /** Name of the element that was closed last. */
  closed: string;
  /** True when the root element is closed. */
  isDone: boolean;
}

/** What is wrong, and where. */
export interface Fault {
  what: string;
  at: number;
}

const DECLARATION = /^<\?xml[ \t\n?]/;
const NOT_SPACE = /[^ \t\n]/;
// One that is never closed is matched to the end: otherwise each start in it would be tried.
const COMMENT_OR_INSTRUCTION = /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)/g;
const NAMELESS_VALUE = /[ \t\n]([^\s=<>"'/]+)[ \t\n]*$/;
const TAG_NAME = /<\/?([^\s<>/]*)/y;
const UNFINISHED: readonly [start: string, name: string][] = [
  ['<!--', 'a comment'],
  ['<![CDATA[', 'a CDATA section'],
  ['<!DOCTYPE', 'a document type'],
  ['<?', 'a processing instruction'],
  ['<', 'a tag'],
];
/** Faults in a tag or an instruction, told at its start. */
const AT_START = new Map<string, (name: string) => string>([
  ['disallowed character in tag name', () => 'a name must follow <'],
  ['disallowed character in tag name.', (name) => `the name ${name} has a character that no name has`],
  ['disallowed character in closing tag.', (name) => `the tag </${name}> is not closed by >`],
  ['forward-slash in opening tag not followed by >.', (name) => `the tag <${name}> is not closed by >`],
  ['no whitespace between attributes.', (name) => `an attribute of <${name}> must begin after a space`],
  ['weird empty close tag.', () => 'a name must follow </'],
  ['documents may contain only one root.', () => 'something follows the root element'],
  ['incorrect syntax.', () => 'this is no tag'],
  ['inappropriately located doctype declaration.', () => 'a document type must stand once and before the root element'],
  ['processing instruction without a target.', () => 'this is no processing instruction'],
  ['disallowed character in processing instruction name.', () => 'this is no processing instruction'],
  ['an XML declaration must be at the start of the document.', () => 'this is no processing instruction'],
  ['the XML declaration must appear at the start of the document.', () => 'this is no processing instruction'],
]);
/** Faults told where they stand: in a value, in text, in a comment. */
const HERE = new Map([
  ['disallowed character.', 'the value of an attribute has <'],
  ['unquoted attribute value.', 'the value of an attribute is not in quotes'],
  ['the string "]]>" is disallowed in char data.', ']]> stands in text'],
  ['malformed comment.', '-- stands in a comment'],
]);

/** Says in our words what is wrong: the parser stops behind the fault and often names neither tag nor attribute. */
export function explain(stop: Stop): Fault {
  const { reason, text, position, told, closed, isDone } = stop;
  if (isInDeclaration(stop)) return { what: 'the XML declaration is not valid', at: 0 };
  if (reason === 'text data outside of root node.') {
    const what = isDone ? 'something follows the root element' : 'text stands outside the root element';
    return { what, at: told + tailOf(stop).search(NOT_SPACE) };
  }
  if (reason.includes('entity')) return reference(stop);
  const start = text.lastIndexOf('<', position - 2);
  const name = cut(nameAt(text, start));
  if (reason === 'unexpected close tag.') return { what: `</${name}> closes <${cut(closed)}>`, at: start };
  if (reason.startsWith('unmatched closing tag')) return { what: `</${name}> closes nothing`, at: start };
  if (reason.startsWith('duplicate attribute: ')) {
    return { what: `the attribute ${cut(reason.slice(21, -1))} stands twice`, at: start };
  }
  if (reason === 'attribute without value.' || reason === 'disallowed character in attribute name.') {
    const attribute = NAMELESS_VALUE.exec(text.slice(start, position - 1))?.[1];
    const what = attribute
      ? `the attribute ${cut(attribute)} has no value`
      : `an attribute of <${name}> must begin with a name`;
    return { what, at: position - 1 };
  }
  const atStart = AT_START.get(reason);
  if (atStart) return { what: atStart(name), at: start };
  const here = HERE.get(reason);
  return here ? { what: here, at: position - 1 } : unfinished(stop);
}

/** Shortens a name that a text may make as long as it likes. */
export function cut(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}

function reference(stop: Stop): Fault {
  const { reason, text, position, told } = stop;
  const tail = tailOf(stop);
  const at = told + tail.indexOf('&', tail.lastIndexOf(';', tail.length - 2) + 1);
  const whole = cut(text.slice(at, position));
  if (reason === 'undefined entity.') return { what: `the entity ${whole} is not declared`, at };
  if (reason === 'malformed character entity.') return { what: `${whole} is no character of XML`, at };
  return lone(at);
}

function unfinished(stop: Stop): Fault {
  const { reason, text, told } = stop;
  const tail = tailOf(stop);
  const start = tail.indexOf('<');
  const ampersand = tail.indexOf('&', tail.lastIndexOf(';') + 1);
  if (ampersand !== -1 && (start === -1 || ampersand < start)) return lone(told + ampersand);
  if (start !== -1) {
    const what = UNFINISHED.find(([begin]) => tail.startsWith(begin, start))?.[1];
    return { what: `${what} is never closed`, at: told + start };
  }
  const element = /^unclosed tag: (.*)$/.exec(reason)?.[1];
  if (element) return { what: `<${cut(element)}> is never closed`, at: text.length };
  return {
    what: reason.startsWith('document must') ? 'the text has no root element' : 'the text ends too early',
    at: text.length,
  };
}

function isInDeclaration({ text, position }: Stop): boolean {
  if (!DECLARATION.test(text)) return false;
  const end = text.indexOf('?>');
  return end === -1 || position <= end + '?>'.length;
}

/** From what was told to where the parser stopped; comments and instructions are blank. */
function tailOf({ text, position, told }: Stop): string {
  return text
    .slice(told, position)
    .replace(COMMENT_OR_INSTRUCTION, (whole) =>
      /(?:--|\?)>$/.test(whole.slice(-3)) ? ' '.repeat(whole.length) : whole,
    );
}

function lone(at: number): Fault {
  return { what: '& does not begin a reference: write &amp;', at };
}

function nameAt(text: string, start: number): string {
  TAG_NAME.lastIndex = Math.max(start, 0);
  return TAG_NAME.exec(text)?.[1] ?? '';
}
