import { kindOf, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

/**
 * The base argument as a URL, or `undefined` when it was left out.
 * @throws {PackInputError} `html.bad-argument`
 */
export function readBase(where: string, label: string, value: unknown): URL | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be a string, not ${kindOf(value)}`,
      'Pass the URL of the page',
    );
  }
  const base = resolve(value, undefined);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be an absolute http or https URL`,
      'Pass the URL of the page, such as "https://example.com/"',
    );
  }
  return base;
}

/** A link as an absolute URL; as written when there is no base or it cannot be resolved. */
export function absolute(link: string, base: URL | undefined): string {
  return base ? (resolve(link, base)?.href ?? link) : link;
}

/** Whether a link stays on the site of `base`; without a base every scheme and `//` leads away. */
export function linkType(link: string, base: URL | undefined): 'internal' | 'external' {
  const text = link.trim();
  if (text === '' || text.startsWith('#')) return 'internal';
  if (/^(?:mailto|tel|javascript):/i.test(text)) return 'external';
  const target = base ? resolve(text, base) : undefined;
  if (base && target) return target.origin === base.origin ? 'internal' : 'external';
  // Browsers read backslashes as slashes.
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(text) ? 'external' : 'internal';
}

function resolve(link: string, base: URL | undefined): URL | undefined {
  try {
    return new URL(link, base);
  } catch {
    return undefined;
  }
}
