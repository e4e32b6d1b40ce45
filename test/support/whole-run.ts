/** Whether this is the run of everything on every engine, `npm test -- --all`, as it is done each night. */
export const isWholeRun = process.env.TEST_ALL === '1';
