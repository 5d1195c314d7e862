// Reads the CSV text, repairs what can be repaired, and streams clean rows in batches.
import { parse } from '@nodetool-ai/sandbox-csv';

const BATCH_ROWS = 250;
const DAMAGE = { None: 'none', Minor: 'minor', Medium: 'medium', Substantial: 'substantial' };

const COLUMNS = [
  'Airport Name',
  'Effect Amount of damage',
  'Flight Date',
  'Phase of flight',
  'Wildlife Size',
  'Wildlife Species',
  'Time of day',
  'Cost Total $',
  'Speed IAS in knots',
];

const rows = await parse(inputs.csv);
if (rows.length === 0) throw new Error('The CSV has no rows.');
const lacking = COLUMNS.filter((name) => !Object.hasOwn(rows[0], name));
if (lacking.length > 0) throw new Error(`The CSV lacks the columns ${lacking.map((name) => `"${name}"`).join(', ')}.`);
const seen = new Set();
const counts = { read: rows.length, kept: 0, duplicates: 0, noDate: 0, noSpeed: 0, unclearDamage: 0 };
let batch = [];

for (const [index, row] of rows.entries()) {
  const key = JSON.stringify(row);
  if (seen.has(key)) {
    counts.duplicates += 1;
    continue;
  }
  seen.add(key);
  const date = /^(\d{4})-(\d{2})-\d{2}$/.exec(row['Flight Date'].trim());
  if (!date) {
    counts.noDate += 1;
    continue;
  }
  const damage = DAMAGE[row['Effect Amount of damage']] ?? 'unclear';
  const speed = row['Speed IAS in knots'] === '' ? null : Number(row['Speed IAS in knots']);
  if (damage === 'unclear') counts.unclearDamage += 1;
  if (speed === null) counts.noSpeed += 1;
  counts.kept += 1;
  batch.push({
    date: date[0],
    year: Number(date[1]),
    month: Number(date[2]),
    airport: airportName(row['Airport Name']),
    species: row['Wildlife Species'].trim(),
    size: row['Wildlife Size'],
    phase: row['Phase of flight'],
    time: row['Time of day'],
    damage,
    cost: Number(row['Cost Total $']),
    speed,
  });
  if (batch.length === BATCH_ROWS) {
    await emit('rows', batch);
    batch = [];
    progress((100 * index) / rows.length, `${index + 1} of ${rows.length} rows`);
  }
}
if (counts.kept === 0) throw new Error('No row of the CSV has a date such as 1999-12-31 under "Flight Date".');
if (batch.length > 0) await emit('rows', batch);
console.log(`${counts.kept} of ${counts.read} rows kept, ${counts.duplicates} duplicates dropped`);
await output('cleaning', counts);

// "CHICAGO O'HARE INTL ARPT" becomes "Chicago O'Hare Intl".
function airportName(text) {
  return text
    .replace(/ (ARPT|AIRPORT)$/, '')
    .toLowerCase()
    .replace(/(^|[ /('-])([a-z])/g, (_, before, letter) => before + letter.toUpperCase())
    .replace(/\b(Afb|Ny|Or)\b/g, (word) => word.toUpperCase());
}
