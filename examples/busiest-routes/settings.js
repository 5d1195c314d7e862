// Reads the settings and refuses what makes no sense, with the name of the setting.
import yaml from '@nodetool-ai/sandbox-yaml';

const DEFAULTS = { min_flights: 0, top: 10, states: [], bands_km: [1000] };
const isCount = (value) => Number.isInteger(value) && value >= 0;
const RULES = {
  min_flights: [isCount, 'a whole number from 0'],
  top: [(value) => isCount(value) && value > 0, 'a whole number from 1'],
  states: [
    (value) => Array.isArray(value) && value.every((one) => /^[A-Z]{2}$/.test(one)),
    'a list of two-letter states',
  ],
  bands_km: [
    (value) => Array.isArray(value) && value.every((one, at) => one > (value[at - 1] ?? 0)),
    'a list of rising distances',
  ],
};

let given;
try {
  given = yaml.load(inputs.text);
} catch (error) {
  throw new Error(
    `The settings are not YAML: line ${error.mark.line + 1}, column ${error.mark.column + 1}: ${error.reason}`,
  );
}
if (given === null || typeof given !== 'object' || Array.isArray(given))
  throw new Error('The settings must be names with values.');
for (const [name, value] of Object.entries(given)) {
  if (!Object.hasOwn(RULES, name))
    throw new Error(`There is no setting "${name}": there are ${Object.keys(RULES).join(', ')}.`);
  const [holds, wanted] = RULES[name];
  if (!holds(value)) throw new Error(`The setting "${name}" must be ${wanted}.`);
}
await output('settings', { ...DEFAULTS, ...given });
