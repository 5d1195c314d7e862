/** `node measure-group.mjs WISH`: measures one group in this process and writes its measures to a file. */
import { writeFileSync } from 'node:fs';
import { loadCandidates } from './candidates.mjs';
import { candidatesOf, GROUPS } from './groups.mjs';

/** @type {{ group: string, file: string, targetsOnly: boolean, scale: number, rounds?: string, nodeFlags: string[] }} */
const { group: key, file, targetsOnly, scale, rounds, nodeFlags } = JSON.parse(process.argv[2] ?? '{}');
const group = GROUPS[key];
if (group === undefined) throw new Error(`no group ${key}`);
const measures = await group.measure({
  candidates: candidatesOf(group, await loadCandidates()),
  targetsOnly,
  scale,
  ...(rounds !== undefined && { rounds: Number(rounds) }),
  nodeFlags,
});
writeFileSync(file, JSON.stringify(measures));
process.exit(0); // idle workers of a candidate may hold the process open
