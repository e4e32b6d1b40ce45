import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import { describePlaces } from '../support/place.ts';
import { type Serving, startService, workersOf } from '../support/process.ts';

/** What is checked may hang where it fails. */
const WITHIN = { timeout: 60_000 };
const LIMIT = 40;
const SERVING = 'serving; open it in a browser';

/** The beginning of workers.long.test.ts, which also kills workers, replaces them and refuses some. */
describePlaces('two workers', (place) => {
  let service: Serving;
  before(async () => {
    service = await startService({
      ...place().settings,
      ...{ REGULATOR_SOURCE: place().folder, WORKERS: '2', RATE_LIMIT_SEARCH: String(LIMIT) },
    });
    await service.logged(SERVING, 2);
  });
  after(() => service.child.kill('SIGKILL'));

  test('answer exactly as many requests of a burst over both as the limit allows', WITHIN, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const statusOf = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(`${service.url}/api/vendors`, { agent }, (answer) => {
          answer.resume();
          answer.once('end', () => resolve(answer.statusCode));
        });
        asked.once('error', reject);
        asked.end();
      });
    const statuses = await Promise.all(Array.from({ length: 3 * LIMIT }, statusOf));
    agent.destroy();
    assert.equal(statuses.filter((status) => status !== 429).length, LIMIT);
    const used = new Set<unknown>();
    for (let nth = 1; used.size < 2; nth += 1) used.add((await service.logged('request', nth)).worker);
  });

  test('heal after one is killed, and stop on SIGTERM with exit code 0', WITHIN, async () => {
    await service.logged('this worker does the jobs');
    const [first = 0] = workersOf(service);
    process.kill(first, 'SIGKILL');
    const { how } = await service.logged('a worker ended; another one takes its place');
    assert.equal(how, 'SIGKILL');
    // A worker that serves is in its place only when the primary knows it.
    await service.logged('a worker took its place');
    assert.equal(await service.stop(), 0);
  });
});
