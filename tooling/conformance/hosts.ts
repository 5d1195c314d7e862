/**
 * The hosts that run the table, and which rows differ on which of them.
 * @module
 */
import type { Host, Row } from './row.js';
import { TABLE } from './table.js';

export { TABLE };

/** What each host is, in words for the page about hosts. */
export const HOSTS: Readonly<Record<Host, string>> = {
  'node-inline': "Node, on the caller's own thread",
  'node-worker': 'Node, in a worker thread',
  'page-inline': "a page, on the page's own thread",
  'page-worker': 'a cross-origin isolated page, in a dedicated worker',
  'page-worker-unshared': 'a page that is not cross-origin isolated, in a dedicated worker',
};

/** Rows of a group that are run on a host, each with the outcome it must have there. */
export function rowsFor(host: Host, group: string): readonly Row[] {
  return (TABLE[group] ?? []).flatMap((row) => {
    const difference = row.differs?.find(({ hosts }) => hosts.includes(host));
    if (difference === undefined) return row;
    return difference.expected === undefined ? [] : { ...row, expected: difference.expected };
  });
}

/** Every row that differs somewhere, with its group. */
export function differences(): { group: string; row: Row }[] {
  return Object.entries(TABLE).flatMap(([group, rows]) =>
    rows.filter((row) => row.differs !== undefined).map((row) => ({ group, row })),
  );
}
