// Puts the batches together, applies the settings, and writes a table and a summary.
import { stringify } from '@nodetool-ai/sandbox-csv';
import yaml from '@nodetool-ai/sandbox-yaml';

const { min_flights, top, states, bands_km } = inputs.settings;
const joined = inputs.batches.flatMap((batch) => batch.joined);
const problems = inputs.batches.flatMap((batch) => batch.problems);
const chosen = joined
  .filter((route) => route.flights >= min_flights && (states.length === 0 || states.includes(route.fromState)))
  .sort((a, b) => b.flights - a.flights || (a.origin + a.destination < b.origin + b.destination ? -1 : 1));

const bands = [...bands_km, Infinity].map((limit, at) => {
  const from = bands_km[at - 1] ?? 0;
  const inside = chosen.filter((route) => route.km >= from && route.km < limit);
  return {
    band: limit === Infinity ? `${from} km and more` : `${from} to ${limit} km`,
    routes: inside.length,
    flights: inside.reduce((sum, route) => sum + route.flights, 0),
  };
});
const reasons = Map.groupBy(problems, (problem) => problem.reason);

const table = chosen.slice(0, top).map((route) => ({ ...route, km: Math.round(route.km) }));
await output('table', `${await stringify(table)}\n`);
await output(
  'summary',
  yaml.dump({
    routes: { read: joined.length + problems.length, joined: joined.length, chosen: chosen.length },
    flights: chosen.reduce((sum, route) => sum + route.flights, 0),
    bands,
    problems: [...reasons].map(([reason, list]) => ({ reason, routes: list.map((problem) => problem.route) })),
  }),
);
