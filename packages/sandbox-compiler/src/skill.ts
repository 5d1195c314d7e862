/**
 * Reads a pack's SKILL.md.
 * @module
 */
import { PACK_MODULE_DESCRIPTION_CHARS, type PackSkill } from '@nodetool-ai/protocol';
import { load } from 'js-yaml';

/** What {@link parseSkill} answers. */
export type SkillResult = { status: 'ok'; skill: PackSkill } | { status: 'invalid'; message: string };

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** One line without control characters, at most 160 UTF-16 units. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return plain.length <= PACK_MODULE_DESCRIPTION_CHARS
    ? plain
    : `${plain.slice(0, PACK_MODULE_DESCRIPTION_CHARS - 1)}…`;
}

/**
 * Reads the text of a SKILL.md: front matter with exactly `name` and `description`, then the body.
 * `sections` holds the body's `##` sections by heading. Never throws.
 */
export function parseSkill(text: string, packName: string, trusted: boolean): SkillResult {
  const match = FRONT_MATTER.exec(text);
  if (!match) return { status: 'invalid', message: 'SKILL.md must start with front matter between two "---" lines.' };
  let front: unknown;
  try {
    front = load(match[1] ?? '');
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unreadable';
    return { status: 'invalid', message: `The front matter of SKILL.md is not valid YAML: ${reason}` };
  }
  if (typeof front !== 'object' || front === null) {
    return { status: 'invalid', message: 'The front matter of SKILL.md must hold "name" and "description".' };
  }
  const { name, description, ...others } = front as Record<string, unknown>;
  const expected = packName.slice(packName.lastIndexOf('/') + 1);
  if (name !== expected) {
    return { status: 'invalid', message: `"name" in SKILL.md must be "${expected}".` };
  }
  if (typeof description !== 'string' || description.trim() === '') {
    return { status: 'invalid', message: 'SKILL.md needs a "description": one sentence that says what and when.' };
  }
  const [unknownKey] = Object.keys(others);
  if (unknownKey !== undefined) {
    return { status: 'invalid', message: `SKILL.md has an unknown front matter key "${oneLine(unknownKey)}".` };
  }
  const body = text.slice(match[0].length).trim();
  return {
    status: 'ok',
    skill: { name, description: oneLine(description), body, sections: splitSections(body), trusted },
  };
}

/**
 * What a pack's SKILL.md says of one module: the section whose heading names the specifier, else the whole body.
 * @example
 * skillText(skill, '@nodetool-ai/sandbox-dates/locale');
 */
export function skillText({ body, sections }: PackSkill, specifier: string): string {
  const heading = Object.keys(sections).find((title) => title.split(/[\s`"'(),]+/).includes(specifier));
  return (heading === undefined ? undefined : sections[heading]) ?? body;
}

function splitSections(body: string): Record<string, string> {
  const sections: Record<string, string> = Object.create(null);
  let heading: string | undefined;
  let lines: string[] = [];
  let fence = '';
  const close = () => {
    if (heading !== undefined) sections[heading] = lines.join('\n').trim();
    lines = [];
  };
  for (const line of body.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === '') fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
    const title = fence === '' ? /^##[ \t]+(.+?)[ \t]*#*$/.exec(line)?.[1] : undefined;
    if (title === undefined) {
      lines.push(line);
    } else {
      close();
      heading = title.replace(/^`(.*)`$/, '$1');
    }
  }
  close();
  return sections;
}
