/**
 * A guest for tests of the compiler alone: the engine itself, one module served, code-generation names deleted.
 * @module
 */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import type { RunSandboxResult } from '@nodetool-ai/protocol';
import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import type { SandboxRunner } from '../src/probe.js';

let engine: Promise<QuickJSWASMModule> | undefined;

/** How often a guest was started. */
export interface CountingRunner {
  run: SandboxRunner;
  readonly starts: number;
}

/** Runs a program with static imports in a fresh runtime, within its CPU budget. */
export function quickjsRunner(): CountingRunner {
  let starts = 0;
  return {
    get starts() {
      return starts;
    },
    run: async (options) => {
      starts += 1;
      // The variant's types are those of its CommonJS build.
      engine ??= newQuickJSWASMModuleFromVariant(
        variant as unknown as Parameters<typeof newQuickJSWASMModuleFromVariant>[0],
      );
      const runtime = (await engine).newRuntime();
      const deadline = Date.now() + (options.timeoutMs ?? 5000);
      runtime.setInterruptHandler(() => Date.now() > deadline);
      const served = new Map(
        (options.modules?.modules ?? []).flatMap((module) =>
          module.kind === 'js' ? [[module.specifier, module.source] as const] : [],
        ),
      );
      runtime.setModuleLoader(
        (name) => served.get(name) ?? { error: new Error(`"${name}" is not a sandbox package this run serves`) },
        (_base, name) => name,
      );
      const context = runtime.newContext();
      try {
        const fail = (error: { name?: string; message?: string }): RunSandboxResult => ({
          success: false,
          error: String(error.message),
          errorInfo: {
            code: error.message === 'interrupted' ? 'TIMEOUT' : 'GUEST',
            name: error.name ?? 'Error',
            message: error.message ?? '',
          },
          logs: [],
        });
        const steps = [
          `for (const name of ['eval', 'Function', 'performance']) delete globalThis[name];`,
          options.prelude ?? '',
          options.code.replace('return ', 'globalThis.__answer = '),
        ];
        for (const [index, step] of steps.entries()) {
          const answer = context.evalCode(step, `step-${index}.js`, { type: 'module' });
          if (answer.error) return fail(answer.error.consume((handle) => context.dump(handle)));
          const state = answer.value.consume((handle) => {
            runtime.executePendingJobs();
            const promise = context.getPromiseState(handle);
            if (promise.type !== 'rejected') return undefined;
            return promise.error.consume((error) => context.dump(error) as { name?: string; message?: string });
          });
          if (state) return fail(state);
        }
        const result: unknown = context
          .unwrapResult(context.evalCode('globalThis.__answer'))
          .consume((handle) => context.dump(handle));
        return { success: true, result, logs: [] };
      } finally {
        context.dispose();
        runtime.dispose();
      }
    },
  };
}
