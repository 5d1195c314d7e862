// Sorts the links by where they lead, and writes them as CSV with a YAML summary.
import { stringify } from '@nodetool-ai/sandbox-csv';
import yaml from '@nodetool-ai/sandbox-yaml';

const hosts = new Map();
const rows = inputs.links.map(({ href, text, type }) => {
  const url = URL.parse(href, inputs.address);
  const host = url && /^https?:$/.test(url.protocol) ? url.hostname : '';
  if (type === 'external' && host !== '') hosts.set(host, (hosts.get(host) ?? 0) + 1);
  return { href, text: text.replace(/\s+/g, ' ').trim(), type, host, valid: url !== null };
});
console.log(`${rows.length} links to ${hosts.size} other hosts`);

// A page may name a link "=HYPERLINK(…)": escapeFormulas keeps spreadsheets from running it.
await output('csv', `${await stringify(rows, { escapeFormulas: true })}\n`);
await output(
  'summary',
  yaml.dump({
    ...inputs.facts,
    links: {
      total: rows.length,
      internal: rows.filter((row) => row.type === 'internal').length,
      external: rows.filter((row) => row.type === 'external').length,
      without_text: rows.filter((row) => row.text === '').length,
      not_an_address: rows.filter((row) => !row.valid).length,
    },
    hosts: [...hosts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([host, links]) => ({ host, links })),
  }),
);
