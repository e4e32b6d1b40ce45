import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describePlaces } from '../support/place.ts';
import { runProcess, type Serving, startService } from '../support/process.ts';

/** A failing check may hang, so the test has a timeout. */
const TOKEN = 'a-token-of-this-test';
const HEALTH = 'vendor_compliance_http_requests_total{method="GET",route="/healthz",status="200"}';

describePlaces('the metrics of a service', (place) => {
  let service: Serving;
  let url: string;
  const settings = () => ({ ...place().settings, REGULATOR_SOURCE: place().folder, METRICS_PORT: '0' });

  before(async () => {
    service = await startService({ ...settings(), METRICS_TOKEN: TOKEN });
    url = `http://127.0.0.1:${(await service.logged('metrics are available')).port}/metrics`;
    await service.logged('ready; open the URL in a browser');
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
  test('count requests, and show what the process is doing and whether its databases are writable', async () => {
    for (let time = 0; time < 10; time += 1) await fetch(`${service.url}/healthz`);
    const values = await scrape();
    assert.equal(values.get(HEALTH), 10);
    assert.equal(values.get('vendor_compliance_does_jobs{process="service"}'), 1);
    assert.equal(values.get('vendor_compliance_database_up{database="ledger"}'), 1);
  });

  test('are denied to callers without the token, and a port that is in use causes an error that explains it', async () => {
    assert.equal((await fetch(url)).status, 401);
    const { port } = new URL(url);
    const taken = { ...settings(), PORT: '0', METRICS_PORT: port };
    const { code, stderr } = await runProcess(['serve'], taken);
    const reason = `Another process listens on port ${port} of 127.0.0.1. End it, or set METRICS_PORT to another port.\n`;
    assert.deepEqual([code, stderr], [1, reason]);
  });

  test('are not served unless enabled, and never to another machine without a token', async () => {
    const { code, stderr } = await runProcess(['serve'], { ...settings(), METRICS_HOST: '0.0.0.0' });
    const reason =
      'METRICS_HOST is 0.0.0.0, which others can reach: set METRICS_TOKEN, or let METRICS_HOST be 127.0.0.1.\n';
    assert.deepEqual([code, stderr], [2, reason]);
    const short = await runProcess(['serve'], { ...settings(), METRICS_TOKEN: 'short-secret' });
    assert.deepEqual([short.code, short.stderr.includes('short-secret')], [2, false]);
    assert.equal((await fetch(`${service.url}/metrics`)).status, 404);
  });
});
