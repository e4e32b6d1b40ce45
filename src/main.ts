import { restartWithYoungSpace } from './cli/heap-settings.ts';

/** The entry point. Nothing else is loaded until it is certain that the process will not be restarted. */
// Files created by this process are readable only by the service's account, unless they are deliberately
// given other permissions.
process.umask(0o077);
restartWithYoungSpace();
const { run } = await import('./cli/run.ts');
await run();
