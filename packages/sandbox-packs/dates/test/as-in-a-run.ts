/**
 * The pack in an engine with dates as they are in a run. There the core mends their setters; a bare engine leaves a date
 * as it was when a part is no number.
 */
import * as dates from '../src/guest.js';

type Setter = (this: Date, ...parts: unknown[]) => number;
const setters = Date.prototype as unknown as Record<string, Setter>;

for (const part of ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
  for (const name of [`set${part}`, `setUTC${part}`]) {
    const set = setters[name] as Setter;
    setters[name] = function (...parts) {
      const time = set.apply(this, parts);
      return Number.isNaN(time) ? this.setTime(NaN) : time;
    };
  }
}

export * from '../src/guest.js';
export default dates.default;
