/**
 * Texts that say where media are.
 * @module
 */
import { STORAGE_PREFIX } from '../../context/assets.js';

/** Keys of a reference that hold a locator, the first one that leads somewhere wins. */
export const LOCATOR_KEYS = ['asset_uri', 'asset_id', 'url', 'uri'] as const;

/** What a locator is. `unknown` is one of a scheme that nothing here reads. */
export type LocatorKind = 'asset' | 'storage' | 'data' | 'http' | 'file' | 'unknown';

/** Tells what a locator is by its start alone. */
export function locatorKind(locator: string): LocatorKind {
  if (/^(?:asset|package):\/\//i.test(locator)) return 'asset';
  if (locator.startsWith(STORAGE_PREFIX)) return 'storage';
  if (/^data:/i.test(locator)) return 'data';
  if (/^https?:/i.test(locator)) return 'http';
  if (/^file:\/\//i.test(locator)) return 'file';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(locator) || locator.startsWith('/api/')) return 'unknown';
  return 'file';
}

/** Whether a locator is a path of a file: `file://`, absolute, `~` or relative. */
export function isFileLocator(locator: string): boolean {
  return locatorKind(locator) === 'file';
}

/**
 * Whether a name holds a part `..` or a NUL, also when these are escaped: a store that joins names to a directory must
 * not be led out of it.
 */
export function climbs(name: string): boolean {
  return [name, unescaped(name)].some((text) => text.includes('\0') || text.split(/[/\\]/).includes('..'));
}

/** The storage locator of a key. */
export const storageLocator = (key: string): string => STORAGE_PREFIX + key;

/** Key of a storage locator, without query and fragment; `undefined` for one that climbs. */
export function storageKey(locator: string): string | undefined {
  const key = (locator.slice(STORAGE_PREFIX.length).split(/[?#]/, 1)[0] ?? '').replace(/^\/+/, '');
  return key === '' || climbs(key) ? undefined : key;
}

/** Only what matters here, so that a broken escape elsewhere in the text hides nothing. */
function unescaped(text: string): string {
  return text.replace(/%(?:2e|2f|5c|00)/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
}

/**
 * The path that a file locator means: of a `file://` URL its unescaped path, anything else as it is.
 * @throws TypeError for a URL that names another machine, or is none
 */
export function filePath(locator: string, where: string): string {
  if (!/^file:\/\//i.test(locator)) return locator;
  try {
    const url = new URL(locator);
    if (url.host === '' || url.host === 'localhost') return decodeURIComponent(url.pathname);
  } catch {
    throw new TypeError(`${where}: a file URL of the reference cannot be read. Use a path of the workspace`);
  }
  throw new TypeError(`${where}: a file URL of the reference names another machine. Use a path of the workspace`);
}
