/**
 * The browsers of this machine, started without a window.
 * @module
 */
import { type Browser, launch } from 'puppeteer-core';
import { browserPath } from './find-browser.mjs';

/** A browser that tests run in. */
export type BrowserName = 'chromium' | 'firefox';

/** No sandbox of its own, since tests also run as root in containers; nothing that calls home. */
const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-sync',
];

const FIREFOX_PREFERENCES = {
  'app.update.auto': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
};

/** Starts a browser; whoever starts it closes it. */
export function startBrowser(name: BrowserName): Promise<Browser> {
  const executablePath = browserPath(name);
  if (executablePath === undefined) {
    throw new Error(`${name} is not on this machine: install it, or name it in ${name.toUpperCase()}_PATH`);
  }
  // A program may hold the page's thread for long: that is what is tested.
  const common = { executablePath, headless: true, protocolTimeout: 300_000 };
  return name === 'chromium'
    ? launch({ ...common, browser: 'chrome', args: CHROMIUM_ARGUMENTS })
    : launch({ ...common, browser: 'firefox', extraPrefsFirefox: FIREFOX_PREFERENCES });
}
