/**
 * Builds the base image of a process: the engine with the guest's world in it.
 * @module
 */
import { type ConstantAtoms, loadConstantAtoms, useConstantAtoms } from '../codec/atoms.js';
import { decodeEnvelope } from '../codec/decode.js';
import { GUEST_ENTRY, GUEST_MODULES } from '../generated/guest-modules.js';
import { Engine, type EngineAddresses, GuestMemoryError } from './engine.js';
import { type GuestImage, prepareEngine, takeImage } from './image.js';
import { loadEngine } from './load.js';
import { confirmOffsets } from './self-check.js';
import type { WasmModule } from './webassembly.js';

const nowhere: EngineAddresses = {
  rt: 0,
  ctx: 0,
  scratch: 0,
  argv: 0,
  entries: {},
  mailbox: { buffer: 0, address: 0 },
};

async function preparedEngine(compiled: WasmModule): Promise<Engine> {
  const engine = new Engine(await loadEngine(compiled), nowhere);
  prepareEngine(engine, GUEST_MODULES, GUEST_ENTRY);
  return engine;
}

/** Names that the engine writes as numbers. */
function readAtoms(engine: Engine): ConstantAtoms {
  const firstKey = engine.evaluateScript('(envelope) => [Object.keys(envelope[0])[0] ?? null]', 'nodetool:check');
  return loadConstantAtoms((bytes) => {
    try {
      const answer = engine.encode(engine.call(firstKey, engine.decode(bytes)));
      return answer === undefined ? null : (decodeEnvelope(answer) as string | null);
    } catch (error) {
      if (error instanceof GuestMemoryError) return undefined; // How the engine says that it knows no such number.
      throw error;
    }
  });
}

/** Takes some 100 ms; done once per process, and shared with its workers. */
export async function buildImage(compiled: WasmModule): Promise<GuestImage> {
  const engine = await preparedEngine(compiled);
  // What is asked of an engine leaves traces in it: the image is taken of another one.
  const scratch = await preparedEngine(compiled);
  // First, while its heap is as compact as that of the other: a hole could take the block that is to move its end.
  const offsets = confirmOffsets(scratch);
  const atoms = readAtoms(scratch);
  useConstantAtoms(atoms);
  return takeImage(engine, atoms, offsets);
}
