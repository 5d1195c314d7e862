/** Programs to start from. Each is the body of an async function, as the sandbox takes it. */
export const samples = {
  'Busiest routes': `// "flights" is what the page gives to the program.
const routes = new Map();
for (const { origin, destination, distance, delay } of flights) {
  const key = origin + ' → ' + destination;
  const route = routes.get(key) ??
    { route: key, flights: 0, miles: distance, late: 0 };
  route.flights++;
  if (delay > 15) route.late++;
  routes.set(key, route);
}
console.log(routes.size, 'routes');

return [...routes.values()]
  .sort((a, b) => b.flights - a.flights)
  .slice(0, 10);
`,
  'Average delay': `const delays = flights.map((flight) => flight.delay);
const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length;

return {
  flights: delays.length,
  mean: Math.round(mean * 10) / 10,
  worst: Math.max(...delays),
};
`,
  'Two packs': `// The page fetches both from its server before the program runs.
import { load } from '@nodetool-ai/sandbox-yaml';
import { stringify } from '@nodetool-ai/sandbox-csv';

const { minimum, columns } = load('{ minimum: 60, columns: [origin, destination, delay] }');
const late = flights.filter((flight) => flight.delay >= minimum);

return {
  late: late.length,
  csv: await stringify(late, { columns }),
};
`,
  'Endless loop': `console.log('This never ends by itself: press Cancel.');
for (;;) {}
`,
  'Nothing to reach': `console.warn(typeof window, typeof document, typeof setTimeout);
return await fetch('http://localhost/');
`,
};
