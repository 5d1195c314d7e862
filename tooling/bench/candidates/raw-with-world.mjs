/** The raw engine with the guest's own world evaluated in each new context: what a run would cost without images. */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';

const PREFIX = 'nodetool:';

/**
 * @param {{ GUEST_MODULES: ReadonlyMap<string, string>, GUEST_ENTRY: string }} guest the guest's modules
 * @returns {Promise<import('../candidate.mjs').Candidate>}
 */
export async function rawWithWorld({ GUEST_MODULES, GUEST_ENTRY }) {
  const engine = await newQuickJSWASMModuleFromVariant(/** @type {any} */ (variant));
  const sourceOf = (/** @type {string} */ id) => GUEST_MODULES.get(id.slice(PREFIX.length)) ?? '';
  return {
    id: 'raw-world',
    name: 'quickjs-emscripten-core 0.32.0, new context with the same world',
    empty: async () => {
      const runtime = engine.newRuntime();
      runtime.setModuleLoader(sourceOf, (base, requested) =>
        new URL(requested, `${PREFIX}/${base.slice(PREFIX.length)}`).href.replace(`${PREFIX}/`, PREFIX),
      );
      const context = runtime.newContext();
      const dispatch = context.newFunction('', () => {});
      context.setProp(context.global, '__dispatch', dispatch);
      dispatch.dispose();
      context
        .unwrapResult(context.evalCode(sourceOf(PREFIX + GUEST_ENTRY), PREFIX + GUEST_ENTRY, { type: 'module' }))
        .dispose();
      context.unwrapResult(context.evalCode('delete globalThis.__entries')).dispose();
      const result = context.unwrapResult(context.evalCode('typeof URL === "function" ? 1 : 0'));
      const value = context.getNumber(result);
      result.dispose();
      context.dispose();
      runtime.dispose();
      return value;
    },
  };
}
