/**
 * Answers the engine's questions about modules from the module host of a run.
 * @module
 */
import { type Engine, newText, writeProperty } from '../engine/engine.js';
import type { Pointer } from '../engine/ffi.js';
import { DENIED_ID } from '../modules/ids.js';
import type { GuestModuleHost } from '../modules/normalizer.js';

/** The two callbacks of the engine's module loader. Neither throws. */
export class ModuleCallbacks {
  /** Text of the last refusal. */
  private denial: string | undefined;
  /** Text of the last refusal of a static import: that of `import()` is an error like any other. */
  staticDenial: string | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly host: GuestModuleHost,
  ) {}

  normalize(base: string, requested: string): Pointer {
    try {
      const found = this.host.normalize(base, requested);
      if (found.id !== undefined) return this.engine.placeText(found.id).address;
      this.denial = found.denied;
      if (!found.dynamic) this.staticDenial = found.denied;
      return this.engine.placeText(DENIED_ID).address;
    } catch {
      return 0; // No memory for the id: the engine reports the module as missing.
    }
  }

  load(id: string): Pointer {
    try {
      const source = id === DENIED_ID ? undefined : this.host.load(id);
      if (source !== undefined) return this.engine.placeText(source).address;
      this.throwInGuest(this.denial ?? `"${id}" is not a sandbox package this run serves`);
    } catch {
      // No memory for the text: the engine reports the missing module itself.
    }
    return 0;
  }

  private throwInGuest(message: string): void {
    const { engine } = this;
    const error = engine.ffi.QTS_NewError(engine.at.ctx);
    writeProperty(engine, error, 'message', newText(engine, message));
    engine.ffi.QTS_Throw(engine.at.ctx, error);
  }
}
