export { type BrowserName, startBrowser } from './browsers.js';
export { type BuiltPage, buildPage } from './build.js';
export { buildHostCode } from './build-host-code.js';
export { browserPath } from './find-browser.mjs';
export { type PageServer, type ServeOptions, servePage } from './serve.js';
export { type ChangeAnswer, serveModules } from './serve-modules.js';
