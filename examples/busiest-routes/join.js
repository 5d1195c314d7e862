// Runs once per batch: finds both airports of every route. What cannot be joined is told, not lost.
import { parse } from '@nodetool-ai/sandbox-csv';

// `state` is kept between the batches: the table of airports is read once.
if (!state.airports) {
  state.airports = {};
  for (const row of await parse(inputs.airports)) {
    state.airports[row.iata] = [
      row.city === 'NA' ? row.name : row.city,
      row.state,
      Number(row.latitude),
      Number(row.longitude),
    ];
  }
  console.log(`${Object.keys(state.airports).length} airports known`);
}

const joined = [];
const problems = [];
for (const route of inputs.routes) {
  try {
    joined.push(join(route));
  } catch (error) {
    problems.push({ route: `${route.origin}-${route.destination}`, reason: error.message });
  }
}
await output('batch', { joined, problems });

function join({ origin, destination, count }) {
  const flights = Number(count);
  if (!Number.isInteger(flights) || flights < 0) throw new Error(`"${count}" is no number of flights`);
  if (origin === destination) throw new Error('it ends where it starts');
  const [fromCity, fromState, ...from] = airport(origin);
  const [toCity, toState, ...to] = airport(destination);
  return { origin, destination, flights, fromCity, fromState, toCity, toState, km: distanceKm(from, to) };
}

function airport(code) {
  if (!Object.hasOwn(state.airports, code)) throw new Error(`the airport ${code} is not in the table`);
  if (state.airports[code][1] === 'NA') throw new Error(`the state of the airport ${code} is not known`);
  return state.airports[code];
}

// Along the great circle, on a sphere of 6371 km.
function distanceKm([lat1, lon1], [lat2, lon2]) {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((lat2 - lat1) * rad) / 2) ** 2 +
    Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * Math.sin(((lon2 - lon1) * rad) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(h));
}
