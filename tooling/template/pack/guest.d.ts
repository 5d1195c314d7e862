/** __DESCRIPTION__ */

/** Longest text a call takes, in UTF-16 units. */
export declare const MAX_TEXT_CHARS: number;
