/**
 * `nodetool packs docs <specifier>`
 * @module
 */
import { discoverPacks, skillText } from '@nodetool-ai/sandbox-compiler';
import { CliError, EXIT } from '../errors/problem.js';
import { type CliIo, print } from '../io.js';
import { visible, visibleLine } from '../text/visible.js';
import { unknownSpecifier } from './unknown-specifier.js';

/** What a short name such as `csv` leaves out. */
const OWN_PACKS = '@nodetool-ai/sandbox-';

/** Prints what the pack's SKILL.md says of a module; the short name of an installed pack of this project will do. */
export async function packsDocsCommand(name: string, io: CliIo): Promise<number> {
  const { packs } = discoverPacks({ cwd: io.cwd, env: io.env });
  const specifiers = packs.flatMap(({ modules }) => modules.map((module) => module.specifier));
  const specifier = [name, `${OWN_PACKS}${name}`].find((one) => specifiers.includes(one));
  const pack = packs.find(({ modules }) => modules.some((module) => module.specifier === specifier));
  if (specifier === undefined || !pack) throw unknownSpecifier(name, specifiers);
  if (!pack.skill) {
    throw new CliError({
      message: `"${visibleLine(pack.packName)}" has no SKILL.md that can be read.`,
      code: 'skill-missing',
      next: `See what is wrong with: nodetool packs check <folder of ${visibleLine(pack.packName)}>`,
    });
  }
  print(io, visible(skillText(pack.skill, specifier)));
  return EXIT.ok;
}
