/**
 * The engine's exported functions, with pointers as plain numbers.
 * @module
 */

/** Address in guest memory. */
export type Pointer = number;

/** The functions of the engine that we call. Each returned value pointer is owned by the caller. */
export interface EngineFfi {
  QTS_NewRuntime(): Pointer;
  QTS_NewContext(rt: Pointer, intrinsics: number): Pointer;
  QTS_RuntimeSetMemoryLimit(rt: Pointer, bytes: number): void;
  QTS_RuntimeSetMaxStackSize(rt: Pointer, bytes: number): void;
  QTS_RuntimeDumpMemoryUsage(rt: Pointer): Pointer;
  QTS_RuntimeEnableInterruptHandler(rt: Pointer): void;
  QTS_RuntimeEnableModuleLoader(rt: Pointer, customNormalize: number): void;
  QTS_Eval(ctx: Pointer, code: Pointer, length: number, file: string, detectModule: number, flags: number): Pointer;
  QTS_Call(ctx: Pointer, fn: Pointer, self: Pointer, argc: number, argv: Pointer): Pointer;
  QTS_ResolveException(ctx: Pointer, value: Pointer): Pointer;
  QTS_Throw(ctx: Pointer, error: Pointer): Pointer;
  QTS_NewError(ctx: Pointer): Pointer;
  QTS_NewFloat64(ctx: Pointer, value: number): Pointer;
  QTS_GetFloat64(ctx: Pointer, value: Pointer): number;
  QTS_NewString(ctx: Pointer, utf8: Pointer): Pointer;
  QTS_NewFunction(ctx: Pointer, name: string, length: number, isConstructor: boolean, hostRef: number): Pointer;
  QTS_NewArrayBuffer(ctx: Pointer, data: Pointer, length: number): Pointer;
  QTS_GetArrayBuffer(ctx: Pointer, value: Pointer): Pointer;
  QTS_GetArrayBufferLength(ctx: Pointer, value: Pointer): number;
  QTS_GetGlobalObject(ctx: Pointer): Pointer;
  QTS_GetProp(ctx: Pointer, self: Pointer, name: Pointer): Pointer;
  QTS_GetPropNumber(ctx: Pointer, self: Pointer, index: number): Pointer;
  QTS_SetProp(ctx: Pointer, self: Pointer, name: Pointer, value: Pointer): void;
  QTS_FreeValuePointer(ctx: Pointer, value: Pointer): void;
  QTS_DupValuePointer(ctx: Pointer, value: Pointer): Pointer;
  QTS_GetUndefined(): Pointer;
  QTS_GetTrue(): Pointer;
  QTS_ExecutePendingJob(rt: Pointer, max: number, contextOut: Pointer): Pointer;
  QTS_IsJobPending(rt: Pointer): number;
  QTS_PromiseState(ctx: Pointer, promise: Pointer): number;
  QTS_PromiseResult(ctx: Pointer, promise: Pointer): Pointer;
  QTS_ArgvGetJSValueConstPointer(argv: Pointer, index: number): Pointer;
  QTS_bjson_encode(ctx: Pointer, value: Pointer): Pointer;
  QTS_bjson_decode(ctx: Pointer, buffer: Pointer): Pointer;
}

/** What the engine asks of its host while it runs. None of these may throw: the exception would cross its frames. */
export interface EngineCallbacks {
  callFunction(asyncify: undefined, ctx: Pointer, self: Pointer, argc: number, argv: Pointer, id: number): Pointer;
  shouldInterrupt(asyncify: undefined, rt: Pointer): number;
  loadModuleSource(asyncify: undefined, rt: Pointer, ctx: Pointer, id: string): Pointer;
  normalizeModule(asyncify: undefined, rt: Pointer, ctx: Pointer, base: string, requested: string): Pointer;
  freeHostRef(asyncify: undefined, rt: Pointer, id: number): void;
}

/** The loaded engine, as its glue presents it. */
export interface EngineModule {
  /** Renewed whenever memory grows: read it afresh after each engine call. */
  HEAPU8: Uint8Array;
  callbacks: EngineCallbacks;
  _malloc(bytes: number): Pointer;
  _free(pointer: Pointer): void;
  UTF8ToString(pointer: Pointer): string;
}
