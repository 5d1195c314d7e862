/** What a host function must refuse where text is due: rows of name and value. */
export const NOT_TEXT: readonly (readonly [name: string, value: unknown])[] = [
  ['a number', 7],
  ['null', null],
  ['nothing', undefined],
  ['an object', {}],
  ['an array', ['a']],
  ['bytes', new Uint8Array(3)],
  ['a promise', Promise.resolve('a')],
];

/** The same where bytes are due. */
export const NOT_BYTES: readonly (readonly [name: string, value: unknown])[] = [
  ['a number', 7],
  ['null', null],
  ['nothing', undefined],
  ['an object', {}],
  ['an array', [80, 75]],
  ['base64 text', 'UEsDBA=='],
  ['a path', '/etc/passwd'],
  ['an address', 'http://127.0.0.1:1/x.jpg'],
  ['a data URI', 'data:application/zip;base64,UEsDBA=='],
  ['other numbers', new Uint16Array(4)],
  ['a promise', Promise.resolve(new Uint8Array(1))],
];
