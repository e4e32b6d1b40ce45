import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { END_OF_FILE, progress, tell } from './test-messages.ts';

/**
 * The test reporter for a process that `npm test` starts. It sends results to the parent process instead of
 * writing them.
 */
// biome-ignore lint/style/noDefaultExport: Node takes the default export of a reporter's module
export default async function* reportToParent(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      names.length = data.nesting;
      names.push(data.name);
    } else if (type === 'test:pass') {
      if (data.nesting === 0 && data.name.startsWith(END_OF_FILE))
        tell({
          type: 'done',
          file: data.name.slice(END_OF_FILE.length),
          ms: Math.round(performance.now() - progress.loadedAt),
        });
      else if (data.details.type !== 'suite')
        tell({ type: data.skip === undefined && data.todo === undefined ? 'passed' : 'skipped' });
    } else if (type === 'test:fail') {
      const { error } = data.details;
      // A suite, or a test with subtests, fails if one of its subtests does, which has already been reported.
      if (Reflect.get(error, 'failureType') === 'subtestsFailed') continue;
      const place = `${path.relative(process.cwd(), data.file ?? '')}:${data.line ?? 0}`;
      tell({
        type: 'failed',
        names: [...names.slice(0, data.nesting), data.name],
        place,
        cause: inspect(error.cause ?? error, { depth: 6 }),
      });
    } else if (type === 'test:diagnostic' && data.message.startsWith('Error: '))
      // Something that a test started failed after the test had ended.
      tell({ type: 'failed', names: [data.message], place: 'after its end', cause: '' });
  }
  yield '';
}
