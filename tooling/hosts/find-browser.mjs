/** Where the browsers of this machine are. Uses Node alone, since it is asked before anything is installed. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Commands a browser goes by, in the order they are looked for.
 * @type {Readonly<Record<'chromium' | 'firefox', readonly string[]>>}
 */
const COMMANDS = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  firefox: ['firefox-esr', 'firefox'],
};

/**
 * Path of a browser: from `CHROMIUM_PATH` or `FIREFOX_PATH`, else the first of its commands on `PATH`.
 * @param {'chromium' | 'firefox'} name
 * @returns {string | undefined}
 */
export function browserPath(name) {
  const given = process.env[`${name.toUpperCase()}_PATH`];
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return COMMANDS[name].flatMap((command) => folders.map((folder) => join(folder, command))).find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
