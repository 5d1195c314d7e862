/** Files of the dsl pack. */
import { HEAD, members, typeOf } from './render-types.mjs';

/**
 * @param {import('./node-list.mjs').Namespace[]} namespaces
 * @returns {[path: string, text: string][]}
 */
export function renderDsl(namespaces) {
  const aliases = namespaces.map(({ name, alias }) => `export * as ${alias} from './${name}.js';\n`).join('');
  return [
    ['generated/index.js', `${HEAD}export { workflow } from './builder.js';\nexport * from './namespaces.js';\n`],
    ['generated/index.d.ts', `${HEAD}export { workflow } from '../guest.js';\nexport * from './namespaces.js';\n`],
    ['generated/namespaces.js', HEAD + aliases],
    ['generated/namespaces.d.ts', HEAD + aliases],
    ...namespaces.flatMap((namespace) => [
      /** @type {[string, string]} */ ([`generated/${namespace.name}.js`, moduleText(namespace)]),
      /** @type {[string, string]} */ ([`generated/${namespace.name}.d.ts`, typesText(namespace)]),
    ]),
  ];
}

/** @param {import('./node-list.mjs').Namespace} namespace */
function moduleText({ nodes }) {
  const lines = nodes.map(({ functionName, type, inputs, outputs, dynamicInputs, dynamicOutputs }) => {
    const parts = [functionName, type, Object.keys(inputs), Object.keys(outputs)];
    if (dynamicInputs || dynamicOutputs) parts.push(/** @type {any} */ ({ dynamicInputs, dynamicOutputs }));
    return `export const ${functionName} = node(${parts.map((part) => JSON.stringify(part)).join(', ')});\n`;
  });
  return `${HEAD}import { node } from './builder.js';\n\n${lines.join('')}`;
}

/** @param {import('./node-list.mjs').Namespace} namespace */
function typesText({ nodes }) {
  const blocks = nodes.map((node) => {
    const { functionName, type, description, inputs, outputs, dynamicInputs, dynamicOutputs } = node;
    const slots = Object.entries(outputs).map(([name, slot]) => `\`${name}\` (${slot.type}): ${slot.description}`);
    const given = members(inputs, (slot) => valueType(slot), true).join('');
    const more = dynamicInputs ? '  /** Any other name is an input of your own. */\n  [name: string]: unknown;\n' : '';
    const names = Object.keys(outputs).map((name) => JSON.stringify(name));
    const kind = dynamicOutputs ? 'DynamicNodeFunction' : 'NodeFunction';
    const slotType = dynamicOutputs ? '' : `, ${names.join(' | ') || 'never'}`;
    return (
      `/**\n * \`${type}\`: ${description}\n${slots.map((line) => ` * - ${line}\n`).join('')} */\n` +
      `export declare const ${functionName}: ${kind}<{\n${given}${more}}${slotType}>;\n`
    );
  });
  const kinds = new Set(nodes.map(({ dynamicOutputs }) => (dynamicOutputs ? 'DynamicNodeFunction' : 'NodeFunction')));
  return `${HEAD}import type { ${[...kinds, 'Value'].sort().join(', ')} } from '../guest.js';\n\n${blocks.join('\n')}`;
}

/** @param {import('./node-list.mjs').Slot} slot */
const valueType = ({ type, setting }) => (setting ? typeOf(type) : `Value<${typeOf(type)}>`);
