/**
 * Parses, converts and compares colours with culori. Plain calls, no promises.
 *
 * A colour is `{ mode, …channels, alpha? }`, and wherever a function takes one it takes CSS text too. Text that is no colour
 * gives `undefined` from {@link parse}, the converters and the formatters.
 */
import type { Color, Mode } from 'culori';

export * from 'culori';

/**
 * Reads CSS colour text: names, hexadecimal, `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`, `color()`.
 * @returns `undefined` for text that is no colour: check it
 * @example
 * parse('#f00'); // { mode: 'rgb', r: 1, g: 0, b: 0 }
 */
export declare function parse(css: string): Color | undefined;

/**
 * `#rrggbb`; channels outside 0…1 are cut. See {@link formatHex8} for alpha.
 * @returns `undefined` for text that is no colour
 * @example
 * formatHex('rebeccapurple'); // '#663399'
 */
export declare function formatHex(color: undefined): undefined;
export declare function formatHex(color: Color): string;
export declare function formatHex(color: Color | string | undefined): string | undefined;

/**
 * Contrast of two colours as WCAG 2 defines it, 1…21.
 * @throws TypeError for text that is no colour
 * @example
 * wcagContrast('#000', '#fff'); // 21
 */
export declare function wcagContrast(one: Color | string, other: Color | string): number;

/**
 * Luminance as WCAG 2 defines it, 0…1.
 * @throws TypeError for text that is no colour
 * @example
 * wcagLuminance('#fff'); // 1
 */
export declare function wcagLuminance(color: Color | string): number;

/**
 * Makes a function that tells whether a colour can be shown.
 * @param mode default 'rgb'
 * @example
 * inGamut('rgb')('color(display-p3 1 0 0)'); // false
 */
export declare function inGamut(mode?: Mode): (color: Color | string) => boolean;

declare const color: typeof import('culori');
export default color;
