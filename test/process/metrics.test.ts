import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describePlaces } from '../support/place.ts';
import { runProcess, type Serving, startService, workersOf } from '../support/process.ts';
import { long } from '../support/whole-run.ts';

/** What is checked may hang where it fails. */
const WITHIN = { timeout: 60_000 };
const TOKEN = 'a-token-of-this-test';
const HEALTH = 'vendor_compliance_http_requests_total{method="GET",route="/healthz",status="200"}';

describePlaces('metrics of a service of two workers', (place) => {
  let service: Serving;
  let url: string;
  const settings = () => ({ ...place().settings, REGULATOR_SOURCE: place().folder, METRICS_PORT: '0' });

  before(async () => {
    service = await startService({ ...settings(), WORKERS: '2', METRICS_TOKEN: TOKEN });
    url = `http://127.0.0.1:${(await service.logged('metrics can be read')).port}/metrics`;
    await service.logged('serving; open it in a browser', 2);
  });
  after(() => service.child.kill('SIGKILL'));

  const scrape = async (): Promise<Map<string, number>> => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } });
    assert.equal(answer.status, 200);
    const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    );
  };
  /** Each over a connection of its own, which the primary hands to the workers in turn. */
  const ask = async (times: number) => {
    for (let time = 0; time < times; time += 1)
      await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } });
  };

  test('are the sums of both, and each process is told apart', WITHIN, async () => {
    await ask(10);
    const values = await scrape();
    assert.equal(values.get(HEALTH), 10);
    assert.equal(values.get('vendor_compliance_workers'), 2);
    const jobs = ['primary', 'worker-1', 'worker-2'].map((name) =>
      values.get(`vendor_compliance_does_jobs{process="${name}"}`),
    );
    assert.deepEqual(jobs, [0, 1, 0]);
    assert.equal(values.get('vendor_compliance_database_up{database="ledger"}'), 1);
  });

  test('never fall when a worker is killed or all are replaced', { ...WITHIN, ...long }, async () => {
    const [first = 0] = workersOf(service);
    process.kill(first, 'SIGKILL');
    await service.logged('a worker took its place');
    await ask(4);
    const killed = await scrape();
    assert.equal(killed.get(HEALTH), 14);
    assert.equal(killed.get('vendor_compliance_workers_ended_total'), 1);
    await ask(6);
    service.child.kill('SIGHUP');
    await service.logged('all workers were replaced');
    await ask(2);
    const renewed = await scrape();
    // The ones before the restart were told by workers that left, after the last scrape.
    assert.equal(renewed.get(HEALTH), 22);
    assert.equal(renewed.get('vendor_compliance_workers_ended_total'), 1);
  });

  test(
    'are refused to others, and say why they cannot be where another process listens',
    WITHIN,
    async () => {
      assert.equal((await fetch(url)).status, 401);
      const { port } = new URL(url);
      for (const WORKERS of ['1', '2']) {
        const { code, stderr } = await runProcess(['serve'], {
          ...settings(),
          PORT: '0',
          WORKERS,
          METRICS_PORT: port,
        });
        const reason = `Another process listens on port ${port} of 127.0.0.1. End it, or set METRICS_PORT to another one.\n`;
        assert.deepEqual([code, stderr], [1, reason]);
      }
    },
  );

  test(
    'are nowhere unless they are asked for, and reach no other machine without a token',
    WITHIN,
    async () => {
      const { code, stderr } = await runProcess(['serve'], { ...settings(), METRICS_HOST: '0.0.0.0' });
      const reason =
        'METRICS_HOST is 0.0.0.0, which others can reach: set METRICS_TOKEN, or let METRICS_HOST be 127.0.0.1.\n';
      assert.deepEqual([code, stderr], [2, reason]);
      const short = await runProcess(['serve'], { ...settings(), METRICS_TOKEN: 'short-secret' });
      assert.deepEqual([short.code, short.stderr.includes('short-secret')], [2, false]);
      assert.equal((await fetch(`${service.url}/metrics`)).status, 404);
    },
  );
});
