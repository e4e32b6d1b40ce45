import { Session } from 'node:inspector/promises';
import { Type } from 'typebox';
import { answerQuestions } from './helper.ts';
import { toShares } from './profile-shares.ts';

/**
 * Preloaded into a process (`--import`): records where its main thread spends its time between `begin` and `end`, and answers
 * with the shares of the busy time.
 */
const SAMPLE_EVERY_US = 200;
const inspector = new Session();
inspector.connect();

answerQuestions(
  Type.Object({ profile: Type.Union([Type.Literal('begin'), Type.Literal('end')]) }),
  async ({ profile: what }) => {
    if (what === 'end') return toShares((await inspector.post('Profiler.stop')).profile);
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
    await inspector.post('Profiler.start');
    return {};
  },
);
// The process ends when it is told to, not when nobody asks any more.
process.channel?.unref();
