import { describe, it } from 'vitest';
import { type Attack, repel } from './attack.js';
import { codec, pollution } from './families/codec.js';
import { memoryAndStack, nativeLoops, time } from './families/exhaustion.js';
import { hostRealm } from './families/host-realm.js';
import { leakage } from './families/leakage.js';
import { modules } from './families/modules.js';

const FAMILIES = {
  'reach the host realm or compile text': hostRealm,
  'take the time of the host': time,
  'hide in native loops': nativeLoops,
  'take the memory or the stack of the host': memoryAndStack,
  'lie to the codec': codec,
  'pollute prototypes': pollution,
  'confuse modules': modules,
  'read the host out of errors and logs': leakage,
};

describe.each(['inline', 'worker'] as const)('%s, a guest cannot', (execution) => {
  const runsHere = (attack: Attack) => execution === 'worker' || !attack.workerOnly;
  const families = Object.entries(FAMILIES).filter(([, attacks]) => attacks.some(runsHere));
  describe.each(families)('%s:', (_family, attacks) => {
    it.each(attacks.filter(runsHere))('$name', (attack) => repel(attack, execution));
  });
});
