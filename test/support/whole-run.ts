/** True in the run of everything on every engine, `npm test -- --all`, as every night. */
export const isWholeRun = process.env.TEST_ALL === '1';

/** Options of a test that takes too long for each change; docs/testing.md lists what such tests guarantee. */
export const long = isWholeRun ? {} : { skip: 'takes long: npm test -- --all' };
