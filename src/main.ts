import { restartWithYoungSpace } from './cli/young-space.ts';

/** The entry point. Nothing else is loaded before it is certain that the process stays. */
// Files of this process can only be read by the service's account, unless a file is given other rights on
// purpose.
process.umask(0o077);
restartWithYoungSpace();
const { run } = await import('./cli/run.ts');
await run();
