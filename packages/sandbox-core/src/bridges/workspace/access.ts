/**
 * The files of one run: which there are, what they may cost, how many calls work on them at once.
 * @module
 */
import type { ProcessingContext } from '@nodetool-ai/protocol/core';
import { SandboxLimitError } from '../../errors.js';
import { MAX_WORKSPACE_CALLS_AT_ONCE, MAX_WORKSPACE_PATH_CHARS } from '../../limits.js';
import { currentPlatform } from '../../platform.js';
import { cancelledError } from '../answer.js';
import type { RunScope } from '../bridge.js';
import { withoutContext } from '../context-call.js';
import { Gate } from '../gate.js';
import type { FileBackend, WorkspaceCall } from './backend.js';
import { codedError, fileError } from './failures.js';
import { hostBackend, localBackend } from './local-backend.js';
import type { FileFacts, LocalFiles } from './local-files.js';
import { VirtualBackend } from './virtual-backend.js';

/** How a call is named in errors, and the paths it was given. */
export interface FileRequest {
  /** For example `workspace.read`. */
  name: string;
  paths: readonly string[];
  /** Default: `workspaceReadBytes`. A lower bound may be set, never a higher one. */
  maxReadBytes?: number;
}

/**
 * The files a run may use; for `RunScope.own`. Other bridges that take a path of the guest read and check it here,
 * so that the same rules hold.
 */
export class WorkspaceAccess {
  private known: FileBackend | undefined;
  private written = 0;
  /** Each call holds descriptors and up to a whole file in memory. */
  private readonly gate: Gate;

  constructor(private readonly run: RunScope) {
    this.gate = new Gate(run, MAX_WORKSPACE_CALLS_AT_ONCE);
  }

  /** Bytes of a file. */
  read(request: FileRequest & { paths: readonly [string] }): Promise<Uint8Array> {
    return this.perform(request, (backend, call) => backend.read(request.paths[0], call));
  }

  /** What is known of an entry; `undefined` when there is none. */
  stat(request: FileRequest & { paths: readonly [string] }): Promise<FileFacts | undefined> {
    return this.perform(request, (backend) => backend.stat(request.paths[0]));
  }

  /** Throws when a path may not be read or written; for bridges that hand the path to the context. */
  check(request: FileRequest & { paths: readonly [string] }): Promise<void> {
    return this.perform(request, (backend) => backend.check(request.paths[0]));
  }

  /** Works on files once it is this call's turn; every error is one for the guest. */
  async perform<T>(request: FileRequest, work: (backend: FileBackend, call: WorkspaceCall) => Promise<T>): Promise<T> {
    const call = this.callOf(request);
    const backend = this.backend(request.name);
    for (const path of request.paths)
      if (path.length > MAX_WORKSPACE_PATH_CHARS) throw codedError(call, 'ENAMETOOLONG');
    try {
      return await this.gate.pass(() => {
        call.guard.check();
        return work(backend, call);
      });
    } catch (error) {
      throw fileError(call, error);
    }
  }

  private callOf({ name, paths, maxReadBytes }: FileRequest): WorkspaceCall {
    const { workspaceReadBytes } = this.run.limits;
    return {
      name,
      paths,
      maxReadBytes: Math.min(workspaceReadBytes, maxReadBytes ?? workspaceReadBytes),
      guard: {
        check: () => {
          if (this.run.isOver()) throw cancelledError();
        },
        charge: (bytes) => this.charge(name, bytes),
      },
    };
  }

  private charge(name: string, bytes: number): void {
    const { workspaceWriteBytes } = this.run.limits;
    if (this.written + bytes > workspaceWriteBytes) {
      throw new SandboxLimitError(
        'workspaceWriteBytes',
        `${name}: the run would write more than workspaceWriteBytes, ${workspaceWriteBytes} bytes; ${this.written} are written. Write less, or ask the host to raise the limit`,
      );
    }
    this.written += bytes;
  }

  private backend(name: string): FileBackend {
    const { context } = this.run.options;
    if (context === undefined || context === null) throw withoutContext(name);
    this.known ??= chooseBackend(name, context, this.run.limits.filesystemAccess === 'host');
    return this.known;
  }
}

/** Makes the access of a run; for `RunScope.own`. */
export const createWorkspaceAccess = (run: RunScope): WorkspaceAccess => new WorkspaceAccess(run);

function chooseBackend(name: string, context: ProcessingContext, isHostMode: boolean): FileBackend {
  const { workspace } = context;
  if (workspace !== undefined && workspace !== null && workspace.localDir === null)
    return new VirtualBackend(workspace);
  const root = workspace?.localDir ?? context.resolveWorkspacePath?.('.');
  if (isHostMode) return hostBackend(localFiles(name), root);
  if (root === undefined) throw new Error(`${name}: the context has no workspace. Ask the host to give it one`);
  return localBackend(localFiles(name), root);
}

function localFiles(name: string): LocalFiles {
  const { files } = currentPlatform();
  if (files === undefined) {
    throw new Error(
      `${name}: there is no disk here. Ask the host for a virtual workspace, such as createMemoryContext`,
    );
  }
  return files;
}
