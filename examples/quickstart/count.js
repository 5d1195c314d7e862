// Runs once per batch of clean rows and counts them along every axis of the report.
// Maps, not objects: a name in the data can be any text, "__proto__" too.
const tally = { total: 0, from: '9999', to: '' };
for (const group of ['years', 'months', 'airports', 'species', 'sizes', 'phases', 'times']) tally[group] = new Map();

for (const row of inputs.rows) {
  tally.total += 1;
  if (row.date < tally.from) tally.from = row.date;
  if (row.date > tally.to) tally.to = row.date;
  add(tally.years, row.year, row);
  add(tally.months, row.month, row);
  add(tally.airports, row.airport, row);
  add(tally.species, row.species, row);
  add(tally.sizes, row.size, row);
  add(tally.phases, row.phase, row);
  add(tally.times, row.time, row);
}
await output('tally', tally);

function add(group, key, row) {
  const entry = group.get(String(key)) ?? { strikes: 0, judged: 0, damaged: 0, cost: 0 };
  group.set(String(key), entry);
  entry.strikes += 1;
  if (row.damage !== 'unclear') entry.judged += 1;
  if (row.damage !== 'unclear' && row.damage !== 'none') entry.damaged += 1;
  entry.cost += row.cost;
}
