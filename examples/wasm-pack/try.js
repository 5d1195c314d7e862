// Run it: npm run nodetool -- code run examples/wasm-pack/try.js
import { add, callsBefore, hypot, trap } from 'example-arithmetic';

await output('sum', await add(2, 3));
await output('wrapped', await add(2147483647, 1));
await output('length', await hypot(3, 4));
await output('calls', [await callsBefore(), await callsBefore()]);
await output('trapped', await trap().catch((error) => `${error.name}: ${error.message}`));
