/** What the tests use of tr46, which ships no types. */
declare module 'tr46' {
  export function toASCII(domain: string, options?: { checkBidi?: boolean; checkJoiners?: boolean }): string | null;
}
