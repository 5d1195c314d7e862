/**
 * Holds README.md, SKILL.md and guest.d.ts of a host pack against its code.
 * @module
 */
import { readFileSync } from 'node:fs';

/** Class of each reason, as the README states it. */
const CLASSES: Record<string, string> = {
  'bad-argument': 'PackInputError',
  'not-found': 'PackInputError',
  unsupported: 'PackInputError',
  'too-large': 'PackLimitError',
  'too-many': 'PackLimitError',
  'inflated-too-large': 'PackLimitError',
  'too-deep': 'PackLimitError',
  timeout: 'PackLimitError',
  internal: 'PackLimitError',
  'bad-format': 'PackFormatError',
  encrypted: 'PackFormatError',
  unavailable: 'PackUnavailableError',
};

const SECTIONS = [
  'What it promises',
  'What it does not promise',
  'What differs from the librar',
  'Limits',
  'Errors',
  'Recipes',
];
const MAX_GOTCHAS = 5;
const MAX_DESCRIPTION_CHARS = 160;

/**
 * What the documents of a host pack leave out, or say otherwise than the code; empty when they are whole.
 *
 * @param folder - of the pack
 * @param pack - namespace of its index
 * @param limits - namespace of its `limits.ts`
 * @example
 * expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
 */
export function documentGaps(folder: URL, pack: object, limits: object): string[] {
  const [readme = '', skill = '', types = ''] = ['README.md', 'SKILL.md', 'guest.d.ts'].map((name) =>
    readFileSync(new URL(name, folder), 'utf8'),
  );
  const id = readme.match(/^# @nodetool-ai\/sandbox-(\S+)$/m)?.[1] ?? '';
  const exports = Object.keys(pack).filter((name) => name !== 'default');
  return [
    ...exports.flatMap((name) => gapsOfExport(name, readme, skill, types)),
    ...Object.entries(limits).flatMap(([name, value]) => gapsOfLimit(id, name, value, readme)),
    ...gapsOfErrors(id, readme),
    ...gapsOfSections(readme),
    ...gapsOfSkill(id, skill),
  ];
}

/**
 * What an example says it logs: the comments behind its statements, in order.
 * @example
 * saidBy('console.log(1 + 1); // 2'); // ['2']
 */
export function saidBy(code: string): string[] {
  return [...code.matchAll(/; \/\/ (.*)$/gm)].map((match) => match[1] ?? '');
}

function gapsOfExport(name: string, readme: string, skill: string, types: string): string[] {
  const word = new RegExp(`\\b${name}\\b`);
  const documented = new RegExp(`\\*/\\n(?:export )?(?:declare )?function ${name}\\b`);
  return [
    ...(new RegExp(`^## (?:.*, )?${name}\\(`, 'm').test(skill) ? [] : [`SKILL.md has no section for ${name}`]),
    ...(word.test(readme) ? [] : [`README.md does not name ${name}`]),
    ...(documented.test(types) ? [] : [`guest.d.ts does not document ${name}`]),
  ];
}

function gapsOfLimit(id: string, name: string, value: unknown, readme: string): string[] {
  const grouped = String(value).replace(/\B(?=(?:\d{3})+$)/g, ' ');
  return [
    ...(name.startsWith(`${id.toUpperCase()}_`) ? [] : [`${name} does not begin with the pack's name`]),
    ...(readme.includes(`| \`${name}\` | ${grouped}`) ? [] : [`README.md does not state ${name} as ${grouped}`]),
  ];
}

function gapsOfErrors(id: string, readme: string): string[] {
  const rows = [...readme.matchAll(/^\| `([^`]+)` \| `(Pack[A-Za-z]+)` \|/gm)];
  const wrong = rows.filter(([, code = '', name]) => {
    const reason = code.startsWith(`${id}.`) ? code.slice(id.length + 1) : '';
    return !Object.hasOwn(CLASSES, reason) || CLASSES[reason] !== name;
  });
  const missing = ['bad-argument', 'timeout'].filter((reason) => !rows.some(([, code]) => code === `${id}.${reason}`));
  return [
    ...wrong.map(([, code, name]) => `README.md has the error ${code} of ${name}`),
    ...missing.map((reason) => `README.md does not name ${id}.${reason}`),
  ];
}

function gapsOfSections(readme: string): string[] {
  const places = SECTIONS.map((title) => readme.indexOf(`\n## ${title}`));
  return SECTIONS.flatMap((title, at) => {
    const place = places[at] ?? -1;
    if (place < 0) return [`README.md has no section "${title}"`];
    return at > 0 && place < (places[at - 1] ?? -1) ? [`the section "${title}" of README.md is out of order`] : [];
  });
}

function gapsOfSkill(id: string, skill: string): string[] {
  const [, name, description = ''] = skill.match(/^---\nname: (.*)\ndescription: (.*)\n---\n/) ?? [];
  const gotchas = skill.slice(skill.indexOf('\n## Gotchas\n')).match(/^\d+\. /gm)?.length ?? 0;
  return [
    ...(name === `sandbox-${id}` ? [] : [`SKILL.md is named ${name}`]),
    ...(description.length > 0 && description.length <= MAX_DESCRIPTION_CHARS
      ? []
      : [`the description of SKILL.md has ${description.length} characters`]),
    ...(skill.includes(`\`@nodetool-ai/sandbox-${id}\``) ? [] : ['SKILL.md does not name the specifier']),
    ...(gotchas > 0 && gotchas <= MAX_GOTCHAS ? [] : [`SKILL.md has ${gotchas} gotchas`]),
  ];
}
