/**
 * Host side of the ics pack: what the guest's `createEvent` and `createEvents` call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async createEvent({ where, args }) {
    const { createCalendar } = await loadLibrary(where, 'ics', () => import('./create-calendar.js'));
    return createCalendar(where, [args[0]], undefined, () => 'event');
  },
  async createEvents({ where, args }) {
    const { createCalendar, readEvents } = await loadLibrary(where, 'ics', () => import('./create-calendar.js'));
    return createCalendar(where, readEvents(where, args[0]), args[1], (at) => `events[${at}]`);
  },
};
