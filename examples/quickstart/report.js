// Adds up the tallies of all batches and writes the report: Markdown, a page, a chart and a YAML summary.
import { marked } from '@nodetool-ai/sandbox-markdown';
import yaml from '@nodetool-ai/sandbox-yaml';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const TOP = 10;

const all = merge(inputs.tallies);
const { cleaning } = inputs;
const byStrikes = (group) => [...group].sort((a, b) => b[1].strikes - a[1].strikes || (a[0] < b[0] ? -1 : 1));
const years = [...all.years].sort((a, b) => a[0] - b[0]);
const months = MONTHS.map((name, index) => [name, all.months.get(String(index + 1)) ?? empty()]);
const airports = byStrikes(all.airports).slice(0, TOP);
const species = byStrikes(all.species)
  .filter(([name]) => !name.startsWith('Unknown'))
  .slice(0, TOP);
const whole = years.reduce((sum, [, entry]) => addTo(sum, entry), empty());
const peak = months.reduce((best, month) => (month[1].strikes > best[1].strikes ? month : best));

const yearChart = barChart('Strikes per year', years);
const monthChart = barChart(
  'Strikes per month, all years',
  months.map(([name, entry]) => [name.slice(0, 3), entry]),
);

const facts = [
  ['Strikes', number(all.total)],
  ['Airports', number(all.airports.size)],
  ['With damage', percent(whole)],
  ['Cost reported', `$${number(whole.cost)}`],
];

const intro =
  `**${number(all.total)} wildlife strikes** reported between ${all.from} and ${all.to}. ` +
  `The busiest month is ${peak[0]}; ${percent(whole)} of the strikes left damage.`;
const sections = [
  ['Airports with most strikes', table('Airport', airports)],
  ['Species named most often', table('Species', species)],
  ['Phase of flight', table('Phase', byStrikes(all.phases))],
  [
    'Size of the animal',
    table(
      'Size',
      ['Small', 'Medium', 'Large'].map((size) => [size, all.sizes.get(size) ?? empty()]),
    ),
  ],
  ['Time of day', table('Time', byStrikes(all.times))],
];
const notes = [
  `${number(cleaning.read)} rows read, ${number(cleaning.duplicates)} exact duplicates dropped, ${number(cleaning.kept)} kept.`,
  `${number(cleaning.unclearDamage)} rows carry a damage code that the data does not explain: counted as strikes, left out of the shares.`,
  `${number(cleaning.noSpeed)} rows give no speed.`,
  'Source: FAA Wildlife Strike Database, a work of the United States government, as packaged by vega-datasets.',
];

await output(
  'markdown',
  [
    '# Wildlife strikes at US airports',
    '',
    intro,
    '',
    '![Strikes per year](strikes-per-year.svg)',
    '',
    ...sections.flatMap(([title, text]) => [`## ${title}`, '', text, '']),
    '## About the data',
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ].join('\n'),
);
await output('chart', yearChart);
await output('html', page());
await output(
  'summary',
  yaml.dump({
    rows: { read: cleaning.read, duplicates: cleaning.duplicates, kept: cleaning.kept },
    unclear: { damage: cleaning.unclearDamage, speed: cleaning.noSpeed },
    period: { from: all.from, to: all.to },
    strikes: { total: all.total, damaged: whole.damaged, damage_share: share(whole), cost_dollars: whole.cost },
    by_year: years.map(([year, entry]) => ({ year: Number(year), strikes: entry.strikes })),
    by_month: months.map(([month, entry]) => ({ month, strikes: entry.strikes })),
    airports: airports.map(([name, entry]) => ({
      name,
      strikes: entry.strikes,
      damaged: entry.damaged,
      cost_dollars: entry.cost,
    })),
    species: species.map(([name, entry]) => ({ name, strikes: entry.strikes, damaged: entry.damaged })),
  }),
);

function empty() {
  return { strikes: 0, judged: 0, damaged: 0, cost: 0 };
}

function addTo(sum, entry) {
  for (const key of Object.keys(sum)) sum[key] += entry[key];
  return sum;
}

function merge(tallies) {
  const groups = ['years', 'months', 'airports', 'species', 'sizes', 'phases', 'times'];
  const sum = { total: 0, from: '9999', to: '', ...Object.fromEntries(groups.map((group) => [group, new Map()])) };
  for (const tally of tallies) {
    sum.total += tally.total;
    if (tally.from < sum.from) sum.from = tally.from;
    if (tally.to > sum.to) sum.to = tally.to;
    for (const group of groups) {
      for (const [key, entry] of Object.entries(tally[group]))
        sum[group].set(key, addTo(sum[group].get(key) ?? empty(), entry));
    }
  }
  return sum;
}

function number(value) {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function share(entry) {
  return entry.judged === 0 ? 0 : Math.round((1000 * entry.damaged) / entry.judged) / 1000;
}

function percent(entry) {
  return `${(100 * share(entry)).toFixed(1)} %`;
}

function table(first, entries) {
  const lines = [`| ${first} | Strikes | Damage | Cost |`, '| --- | ---: | ---: | ---: |'];
  for (const [name, entry] of entries) {
    lines.push(`| ${escapeMarkdown(name)} | ${number(entry.strikes)} | ${percent(entry)} | $${number(entry.cost)} |`);
  }
  return lines.join('\n');
}

function escapeMarkdown(text) {
  return escapeHtml(text).replace(/[\\`*_[\]#|~]/g, '\\$&');
}

function escapeHtml(text) {
  const names = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return String(text).replace(/[&<>"]/g, (char) => names[char]);
}

// A bar per entry; the dark part is the strikes with damage. Stands alone and inside the page.
function barChart(title, entries) {
  const width = 480,
    height = 230,
    left = 46,
    bottom = 26,
    top = 12;
  const most = Math.max(1, ...entries.map(([, entry]) => entry.strikes));
  const step = [50, 100, 200, 250, 500, 1000, 2500].find((size) => most / size <= 5) ?? 5000;
  const ceiling = Math.ceil(most / step) * step;
  const y = (value) => height - bottom - (value / ceiling) * (height - bottom - top);
  const slot = (width - left) / entries.length;
  const parts = [];
  for (let value = 0; value <= ceiling; value += step) {
    parts.push(
      `<line class="grid" x1="${left}" x2="${width}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}"/>`,
    );
    parts.push(
      `<text class="label" text-anchor="end" x="${left - 8}" y="${(y(value) + 4).toFixed(1)}">${number(value)}</text>`,
    );
  }
  entries.forEach(([name, entry], index) => {
    const x = left + index * slot + slot * 0.14;
    const bar = (kind, value) =>
      `<rect class="${kind}" x="${x.toFixed(1)}" y="${y(value).toFixed(1)}" width="${(slot * 0.72).toFixed(1)}" ` +
      `height="${(y(0) - y(value)).toFixed(1)}" rx="3"/>`;
    parts.push(
      `<g><title>${escapeHtml(name)}: ${number(entry.strikes)} strikes, ${number(entry.damaged)} with damage</title>` +
        `${bar('all', entry.strikes)}${bar('damaged', entry.damaged)}` +
        `<text class="label" text-anchor="middle" x="${(x + slot * 0.36).toFixed(1)}" y="${height - 8}">${escapeHtml(name)}</text></g>`,
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">` +
    '<style>.grid{stroke:var(--line,#d8dee6)}.label{fill:var(--soft,#5b6675);font:12px system-ui,sans-serif}' +
    '.all{fill:var(--bar,#7aa7e0)}.damaged{fill:var(--hot,#c2410c)}</style>' +
    `${parts.join('')}</svg>`
  );
}

function page() {
  const legend =
    '<p class="legend"><span class="key all"></span>all strikes &emsp;<span class="key hot"></span>with damage</p>';
  const cards = facts.map(
    ([name, value]) => `<div class="card"><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const tables = sections.map(
    ([title, text]) =>
      `<section><h2>${escapeHtml(title)}</h2><div class="scroll">${marked.parse(text)}</div></section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wildlife strikes at US airports</title>
<style>
:root { color-scheme: light dark; --ink: #17202b; --soft: #5b6675; --line: #d8dee6; --paper: #f6f8fa; --card: #fff; --bar: #7aa7e0; --hot: #c2410c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf2; --soft: #9aa6b5; --line: #2c3644; --paper: #0f151d; --card: #171f2a; --bar: #4f83c4; --hot: #f08a4b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.8rem, 4vw, 2.6rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { margin: 0 0 .75rem; font-size: 1.1rem; }
.lead { max-width: 44rem; color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1rem; margin: 2rem 0; }
.card, section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; }
.card dt { color: var(--soft); font-size: .85rem; }
.card dd { margin: .1rem 0 0; font-size: clamp(1.1rem, 4.5vw, 1.5rem); font-weight: 650; font-variant-numeric: tabular-nums; }
section { margin-top: 1rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem; margin-top: 1rem; }
.pair section { margin: 0; }
.stack { display: flex; flex-direction: column; gap: 1rem; }
.stack section { flex: 1; }
svg { display: block; width: 100%; height: auto; }
.legend { margin: .75rem 0 0; color: var(--soft); font-size: .85rem; }
.key { display: inline-block; width: .75rem; height: .75rem; margin: 0 .35rem 0 0; border-radius: 3px; background: var(--bar); }
.key.hot { background: var(--hot); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .5rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th:first-child, td:first-child { padding-left: 0; white-space: normal; }
th:last-child, td:last-child { padding-right: 0; }
th { color: var(--soft); font-weight: 600; }
tr:last-child td { border-bottom: 0; }
th[align=right], td[align=right] { text-align: right; }
footer ul { padding-left: 1.1rem; }
@media (max-width: 30rem) {
  main { padding: 1.5rem .75rem 2rem; }
  .card, section { padding: .8rem .9rem; }
  .cards { grid-template-columns: 1fr 1fr; }
  table { font-size: .8rem; }
  th, td { padding: .35rem .25rem; }
  td:first-child { min-width: 5rem; overflow-wrap: anywhere; }
}
footer { margin-top: 2rem; color: var(--soft); font-size: .9rem; }
</style>
</head>
<body>
<main>
<h1>Wildlife strikes at US airports</h1>
<div class="lead">${marked.parse(intro)}</div>
<dl class="cards">${cards.join('')}</dl>
<div class="pair">
<section><h2>Strikes per year</h2>${yearChart}${legend}</section>
<section><h2>Strikes per month</h2>${monthChart}${legend}</section>
</div>
<div class="pair">
${tables.slice(0, 3).join('\n')}
<div class="stack">${tables.slice(3).join('\n')}</div>
</div>
<footer>${marked.parse(notes.map((note) => `- ${note}`).join('\n'))}</footer>
</main>
</body>
</html>
`;
}
