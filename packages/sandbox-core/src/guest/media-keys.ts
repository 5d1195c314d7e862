/**
 * Names that both sides of the media bridges know. Imports nothing, so that the guest's own code can be built from it.
 * @module
 */

/** Key that makes an object a handle of media that a run holds on the host. */
export const MEDIA_HANDLE_MARKER = '__nodetool_sandbox_media__';
