import { restartWithYoungSpace } from './cli/heap-settings.ts';

/** The entry point. Loads nothing else until it is clear that the process does not have to be restarted. */
// Only the service's account can read files that this process creates, unless they are deliberately given
// other permissions.
process.umask(0o077);
restartWithYoungSpace();
const { run } = await import('./cli/run.ts');
await run();
