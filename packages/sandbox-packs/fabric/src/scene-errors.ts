import { PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';

/** A place in a scene holds something that it cannot hold. */
export function badValue(where: string, path: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', `${path} ${what}`, hint);
}

/** A scene has more of something than its cap. */
export function overLimit(
  where: string,
  reason: 'too-many' | 'too-deep' | 'too-large',
  what: string,
  limit: string,
): PackLimitError {
  return new PackLimitError(where, reason, `the scene has ${what}`, 'Split it, or draw less', limit);
}
