/** Files of the flow pack. */
import { HEAD, members, typeOf } from './render-types.mjs';

/**
 * @param {import('./node-list.mjs').Namespace[]} namespaces
 * @returns {[path: string, text: string][]}
 */
export function renderFlow(namespaces) {
  return [
    ['generated/index.js', `${HEAD}export { callNode, streamNode } from './calls.js';\n`],
    ['generated/index.d.ts', `${HEAD}export { callNode, streamNode } from '../guest.js';\n`],
    ...namespaces.flatMap((namespace) => [
      /** @type {[string, string]} */ ([`generated/${namespace.name}.js`, moduleText(namespace, './calls.js')]),
      /** @type {[string, string]} */ ([
        `generated/outside/${namespace.name}.js`,
        moduleText(namespace, '../../dist/outside.js'),
      ]),
      /** @type {[string, string]} */ ([`generated/${namespace.name}.d.ts`, typesText(namespace)]),
    ]),
  ];
}

/**
 * @param {import('./node-list.mjs').Namespace} namespace
 * @param {string} calls what the functions are made by: in the guest, or outside of it
 */
function moduleText({ nodes }, calls) {
  const lines = nodes.map(
    ({ functionName, type, streams }) =>
      `export const ${functionName} = node(${JSON.stringify(functionName)}, ${JSON.stringify(type)}, ${streams === true});\n`,
  );
  return `${HEAD}import { node } from '${calls}';\n\n${lines.join('')}`;
}

/** @param {import('./node-list.mjs').Namespace} namespace */
function typesText({ nodes }) {
  const blocks = nodes.map((node) => {
    const { functionName, type, description, inputs, outputs, dynamicInputs, dynamicOutputs, streams } = node;
    const given = members(inputs, (slot) => typeOf(slot.type), true).join('');
    const more = dynamicInputs ? '  /** Any other name is an input of your own. */\n  [name: string]: unknown;\n' : '';
    const got = members(outputs, (slot) => typeOf(slot.type), false).join('');
    const open = dynamicOutputs ? '  [name: string]: unknown;\n' : '';
    const kind = streams ? 'StreamingNodeCall' : 'NodeCall';
    return (
      `/** \`${type}\`: ${description} */\n` +
      `export declare const ${functionName}: ${kind}<{\n${given}${more}}, {\n${got}${open}}>;\n`
    );
  });
  const kinds = new Set(nodes.map(({ streams }) => (streams ? 'StreamingNodeCall' : 'NodeCall')));
  return `${HEAD}import type { ${[...kinds].sort().join(', ')} } from '../guest.js';\n\n${blocks.join('\n')}`;
}
