import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { Type } from 'typebox';
import { answerQuestions } from './helper.ts';
import type { Pauses } from './pause-messages.ts';

/** Preloaded into a process (`--import`): notes how long each collection of garbage takes, on its main thread. */
const pauses: Pauses = { young: [], old: [] };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    pauses[kindOf(entry) === constants.NODE_PERFORMANCE_GC_MINOR ? 'young' : 'old'].push(entry.duration);
}).observe({ entryTypes: ['gc'] });

answerQuestions(
  Type.Object({ pauses: Type.Union([Type.Literal('begin'), Type.Literal('end')]) }),
  async ({ pauses: what }) => {
    // Entries are told a turn of the event loop after they were made.
    await turn();
    const told = { young: [...pauses.young], old: [...pauses.old] };
    pauses.young.length = 0;
    pauses.old.length = 0;
    return what === 'end' ? told : {};
  },
);
// The process ends when it is told to, not when nobody asks any more.
process.channel?.unref();

/** Node's types leave out what only entries of collections have. */
function kindOf(entry: object): unknown {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined;
  return typeof detail === 'object' && detail !== null && 'kind' in detail ? detail.kind : undefined;
}
