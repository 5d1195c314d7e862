/**
 * Guest side of the jmespath pack: the library, with names as plain data.
 * @module
 */
import * as library from '@jmespath-community/jmespath';
import { withOwnNames } from './own-names.js';

export * from '@jmespath-community/jmespath';

export const TreeInterpreter: typeof library.TreeInterpreter = withOwnNames(library.TreeInterpreter);

/** The library's function, by way of {@link TreeInterpreter}: who bundles no more than this gets the change as well. */
export const search: typeof library.search = (data, expression, options) =>
  TreeInterpreter.search(library.compile(expression, options), data);

export const jmespath: typeof library.jmespath = { ...library.jmespath, search, TreeInterpreter };
export default jmespath;
