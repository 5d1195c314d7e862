/**
 * Languages for the functions that take a locale.
 * @example
 * import { format } from '@nodetool-ai/sandbox-dates';
 * import { de } from '@nodetool-ai/sandbox-dates/locale';
 * format(new Date(0), 'PPPP', { locale: de }); // 'Donnerstag, 1. Januar 1970'
 */
import type { Locale } from 'date-fns';

export declare const de: Locale;
export declare const enGB: Locale;
export declare const es: Locale;
export declare const fr: Locale;
export declare const it: Locale;
export declare const ja: Locale;
export declare const ko: Locale;
export declare const nl: Locale;
export declare const pl: Locale;
export declare const ptBR: Locale;
export declare const ru: Locale;
export declare const sv: Locale;
export declare const tr: Locale;
export declare const uk: Locale;
export declare const zhCN: Locale;

declare const locale: Readonly<
  Record<
    'de' | 'enGB' | 'es' | 'fr' | 'it' | 'ja' | 'ko' | 'nl' | 'pl' | 'ptBR' | 'ru' | 'sv' | 'tr' | 'uk' | 'zhCN',
    Locale
  >
>;
export default locale;
