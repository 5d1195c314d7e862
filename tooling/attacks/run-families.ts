/**
 * Every family of attacks, and how a test file runs them.
 * @module
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Attack, type Execution, repel } from './attack.js';
import { codec } from './families/codec.js';
import { floods } from './families/floods.js';
import { headers } from './families/headers.js';
import { hostRealm } from './families/host-realm.js';
import { leakage } from './families/leakage.js';
import { mediaAndSecrets } from './families/media-and-secrets.js';
import { memoryAndStack } from './families/memory.js';
import { modules } from './families/modules.js';
import { paths } from './families/paths.js';
import { payloads } from './families/payloads.js';
import { pollution } from './families/pollution.js';
import { promises } from './families/promises.js';
import { redirects } from './families/redirects.js';
import { reentry } from './families/reentry.js';
import { ssrf } from './families/ssrf.js';
import { starvation } from './families/starvation.js';
import { tampering } from './families/tampering.js';
import { nativeLoops, time } from './families/time.js';
import { wire } from './families/wire.js';
import { expectMemoryBack, heldBytes } from './host-state.js';

/** Attacks by what they are after. */
export const FAMILIES: Record<string, readonly Attack[]> = {
  'reach the host realm or compile text': hostRealm,
  'mislead promises, thenables and species': promises,
  'take the time of the host': time,
  'hide in native loops': nativeLoops,
  'take the memory or the stack of the host': memoryAndStack,
  'lie to the codec': codec,
  'hand over more than fits': payloads,
  'forge messages': wire,
  'pollute prototypes': pollution,
  'tamper with built-ins': tampering,
  'confuse modules': modules,
  'read the host out of errors and logs': leakage,
  'reach private networks': ssrf,
  'be led by redirects': redirects,
  'inject headers': headers,
  'leave the workspace': paths,
  'reach what media and secrets guard': mediaAndSecrets,
  'call back into the host': reentry,
  'flood the host': floods,
  'starve other runs': starvation,
};

/** Families whose host is the same on every thread: running them twice would prove nothing more. */
const ONCE = new Set(['forge messages', 'reach private networks', 'be led by redirects', 'inject headers']);

/** Declares the attacks of one execution. */
export function describeAttacks(execution: Execution): void {
  const runsHere = (family: string, attack: Attack) =>
    attack.only === undefined ? execution === 'inline' || !ONCE.has(family) : attack.only === execution;
  const families = Object.entries(FAMILIES)
    .map(([family, attacks]) => [family, attacks.filter((attack) => runsHere(family, attack))] as const)
    .filter(([, attacks]) => attacks.length > 0);
  describe(`${execution}, a guest cannot`, () => {
    describe.each(families)('%s:', (_family, attacks) => {
      let before = 0;
      beforeAll(() => {
        before = heldBytes();
      });
      it.each(attacks.map((attack) => [attack.name, attack] as const))('%s', (_name, attack) =>
        repel(attack, execution),
      );
      afterAll(() => expectMemoryBack(before));
    });
  });
}
