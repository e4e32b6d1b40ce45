import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describePlaces } from '../support/place.ts';
import { runProcess, type Serving, startService, workersOf } from '../support/process.ts';

/** What is checked may hang where it fails. */
const WITHIN = { timeout: 60_000 };
const LIMIT = 40;
const DOES_THE_JOBS = 'this worker does the jobs';
const SERVING = 'serving; open it in a browser';

describePlaces('a service of two workers', (place) => {
  let service: Serving;
  const start = (more: Record<string, string> = {}) =>
    startService({ ...place().settings, REGULATOR_SOURCE: place().folder, WORKERS: '2', ...more });

  before(async () => {
    service = await start({ RATE_LIMIT_SEARCH: String(LIMIT) });
    await service.logged(SERVING, 2);
  });
  after(() => service.child.kill('SIGKILL'));

  test('answers exactly as many requests of a burst over both as the limit allows', WITHIN, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const statuses = await Promise.all(
      Array.from({ length: 3 * LIMIT }, () => statusOf(`${service.url}/api/vendors`, agent)),
    );
    agent.destroy();
    assert.equal(statuses.filter((status) => status !== 429).length, LIMIT);
    const used = new Set<unknown>();
    for (let nth = 1; used.size < 2; nth += 1) used.add((await service.logged('request', nth)).worker);
  });

  test('does the jobs in one of them, and in another one when that is killed', WITHIN, async () => {
    const { worker } = await service.logged(DOES_THE_JOBS);
    const pids = workersOf(service);
    // The first one was started first.
    assert.equal(worker, 1);
    process.kill(pids[0] ?? 0, 'SIGKILL');
    const next = await service.logged(DOES_THE_JOBS, 2);
    assert.equal(next.worker, 2);
    const { worker: ended, how } = await service.logged('a worker ended; another one takes its place');
    assert.deepEqual([ended, how], [1, 'SIGKILL']);
    await service.logged(SERVING, 3);
    assert.equal(workersOf(service).length, 2);
  });

  test('closes the connection that a worker was being handed when it was killed', WITHIN, async () => {
    const [stopped = 0] = workersOf(service);
    process.kill(stopped, 'SIGSTOP');
    const { port } = new URL(service.url);
    const healed = service.logged('a worker ended; another one takes its place', 2);
    const outcomes = Array.from({ length: 6 }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {}).end('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      return new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
    });
    // The other worker answers all that it gets: five, since one is on its way to the stopped worker.
    let answered = 0;
    for (const each of outcomes) void each.then(() => (answered += 1));
    while (answered < 5) await nextTurn();
    process.kill(stopped, 'SIGKILL');
    const texts = await Promise.all(outcomes);
    assert.equal(texts.filter((text) => text.startsWith('HTTP/1.1 200 ')).length >= 5, true);
    await healed;
    await service.logged(SERVING, 4);
  });

  test('replaces its workers one by one on SIGHUP without failing a request', WITHIN, async () => {
    const old = workersOf(service);
    const [kept, single] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })];
    let isOver = false;
    let asked = 0;
    const ask = async (agent: Agent) => {
      while (!isOver) {
        assert.equal(await statusOf(`${service.url}/healthz`, agent), 200);
        asked += 1;
      }
    };
    const asking = [kept, kept, single, single].map(ask);
    service.child.kill('SIGHUP');
    await Promise.race([service.logged('all workers were replaced'), Promise.all(asking)]);
    isOver = true;
    await Promise.all(asking);
    kept.destroy();
    assert.ok(asked > 100, String(asked));
    const fresh = workersOf(service);
    assert.deepEqual([fresh.length, fresh.filter((pid) => old.includes(pid))], [2, []]);
  });

  test('does not start, with its reason, when the port is taken', WITHIN, async () => {
    const { port } = new URL(service.url);
    const settings = { ...place().settings, REGULATOR_SOURCE: place().folder, WORKERS: '2', PORT: port };
    const { code, stderr } = await runProcess(['serve'], settings);
    const reason = `Another process listens on port ${port} of 127.0.0.1. End it, or set PORT to another one.\n`;
    assert.deepEqual([code, stderr], [1, reason]);
  });

  test('refuses to let a worker of another version join, and the others stay', WITHIN, async () => {
    const old = workersOf(service);
    const registry = place().openRegistry();
    const rename = (from: string, to: string) =>
      sql`update registry_migration set name = ${to} where name = ${from}`.execute(registry.db);
    await rename('0001-regulator-records', '9999-newer');
    service.child.kill('SIGHUP');
    await service.logged('the new worker did not start; the others stay as they are');
    await rename('9999-newer', '0001-regulator-records');
    await registry.close();
    assert.deepEqual(workersOf(service), old);
  });

  test('stops all workers on SIGTERM and exits 0', WITHIN, async () => {
    assert.equal(await service.stop(), 0);
    assert.equal((await service.logged('stopped', 2)).msg, 'stopped');
  });

  test('leaves no worker behind when the primary is killed', WITHIN, async () => {
    const again = await start();
    await again.logged(SERVING, 2);
    // The child is closed once every process has closed its output, including the workers.
    const closed = once(again.child, 'close');
    again.child.kill('SIGKILL');
    await closed;
    await assert.rejects(statusOf(`${again.url}/healthz`, new Agent()), { code: 'ECONNREFUSED' });
  });
});

/** Statuses come from sockets that are asked once; a refused or broken connection throws. */
function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
    });
    asked.once('error', reject);
    asked.end();
  });
}
