import { restartWithYoungSpace } from './cli/young-space.ts';

/** The process. Nothing else is loaded before it is sure that the process stays. */
// Whatever this process writes is for the account of the service alone, unless a file is given other rights on purpose.
process.umask(0o077);
restartWithYoungSpace();
const { run } = await import('./cli/run.ts');
await run();
