/**
 * One of the processes that `npm test` starts. It runs the test files that it receives, one after another,
 * until it is stopped. Its reporter, test-reporter.ts, sends the results back.
 */
import { test } from 'node:test';
import { inspect } from 'node:util';
import { END_OF_FILE, progress, type TestOrder, tell } from './test-messages.ts';

/** The time allowed for the last hooks. Anything that is still open afterward was left open by a test. */
const ENDS_WITHIN_MS = 60_000;

const [seed] = process.argv.slice(2);
if (seed !== undefined) {
  const { default: fastCheck } = await import('fast-check');
  fastCheck.configureGlobal({ seed: Number(seed) });
}

process.on('message', take);
// The run was stopped.
process.on('disconnect', () => process.exit(1));
tell({ type: 'ready' });

function take(received: unknown): void {
  const order: TestOrder | undefined = Reflect.get(Object(received), 'ofTestRun');
  if (order?.type === 'run') void run(order);
  if (order?.type === 'end') {
    // If nothing else is open, the process ends; until then, the last hooks can still report over the
    // channel.
    process.off('message', take);
    process.channel?.unref();
    setTimeout(endWhatIsOpen, ENDS_WITHIN_MS).unref();
  }
}

function endWhatIsOpen(): void {
  const open = process.getActiveResourcesInfo().filter((each) => each !== 'PipeWrap' && each !== 'TTYWrap');
  const names = [`a test left something open, so the process did not end by itself: ${open.join(', ')}`];
  tell({ type: 'failed', names, place: 'after the last file', cause: '' });
  process.exit(1);
}

async function run({ file, address }: TestOrder & { type: 'run' }): Promise<void> {
  try {
    await import(address);
  } catch (error) {
    tell({ type: 'failed', names: ['loading the file'], place: file, cause: inspect(error) });
  }
  progress.loadedAt = performance.now();
  // Top-level tests run in order, so this one runs after all tests in the file.
  test(`${END_OF_FILE}${file}`, () => {});
}
