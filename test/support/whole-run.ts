/** True in the full nightly run, `npm test -- --all`, which covers every engine. */
export const isWholeRun = process.env.TEST_ALL === '1';

/**
 * Options for a test that takes too long to run on every change. docs/testing.md lists what such tests
 * guarantee.
 */
export const long = isWholeRun ? {} : { skip: 'takes long: npm test -- --all' };
