/**
 * The assertions of the test runner, without the runner: in a page a row is held to the very same measure.
 * @module
 */
import { chai, type ExpectStatic, JestChaiExpect } from '@vitest/expect';

chai.use(JestChaiExpect);

export const expect = chai.expect as unknown as ExpectStatic;
