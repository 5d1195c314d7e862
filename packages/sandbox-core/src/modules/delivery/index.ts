export { type SandboxDeliveryCode, SandboxDeliveryError } from './delivery-error.js';
export type { FetchModules } from './module-server.js';
export { type PrefetchOptions, prefetchSandboxModules } from './prefetch.js';
export { createSeededModuleCatalog } from './seeded-catalog.js';
