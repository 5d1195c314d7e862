// Streams the routes in batches, so that the join works while the rest is still being read.
import { parse } from '@nodetool-ai/sandbox-csv';

const BATCH_ROWS = 500;

const rows = await parse(inputs.csv);
for (let start = 0; start < rows.length; start += BATCH_ROWS) {
  await emit('routes', rows.slice(start, start + BATCH_ROWS));
  progress((100 * start) / rows.length);
}
