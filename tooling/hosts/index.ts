export { type BrowserName, browserPath, startBrowser } from './browsers.js';
export { type BuiltPage, buildPage } from './build.js';
export { type PageServer, type ServeOptions, servePage } from './serve.js';
