import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createOutageLog, startPolling } from './poll.ts';

describe('polling', () => {
  test('checks for work repeatedly, with a pause after each check, until it is stopped', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const looks: PromiseWithResolvers<void>[] = [];
    const polling = startPolling(() => {
      const look = Promise.withResolvers<void>();
      looks.push(look);
      return look.promise;
    }, 1_000);
    t.mock.timers.tick(999);
    assert.equal(looks.length, 0);
    t.mock.timers.tick(1);
    t.mock.timers.tick(60_000);
    assert.equal(looks.length, 1, 'not while one is under way');
    looks[0]?.resolve();
    await flushed();
    t.mock.timers.tick(1_000);
    assert.equal(looks.length, 2);
    let hasStopped = false;
    const stopping = polling.stop().then(() => {
      hasStopped = true;
    });
    await flushed();
    assert.equal(hasStopped, false, 'it waits for the look under way');
    looks[1]?.resolve();
    await stopping;
    t.mock.timers.tick(60_000);
    assert.equal(looks.length, 2);
  });

  test('logs an outage once when it begins and once when it ends', () => {
    const lines: string[] = [];
    const note = (...line: unknown[]) => {
      lines.push(String(line.at(-1)));
    };
    const outage = createOutageLog({ error: note, info: note }, { begins: 'gone', ends: 'back' });
    outage.worked();
    for (let index = 0; index < 3; index += 1) outage.failed(new Error('no connection'));
    for (let index = 0; index < 3; index += 1) outage.worked();
    outage.failed(new Error('no connection'));
    assert.deepEqual(lines, ['gone', 'back', 'gone']);
  });
});

/** Resolves after all pending promise callbacks have run. */
function flushed(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
