import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runProcess, startService } from '../support/process.ts';
import { long } from '../support/whole-run.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SECRET = 'KsT8Zq2vXw4nB7mJ1pRd5yHc3fLg6aEu';

describe('traces', () => {
  let folder: string;
  let settings: Record<string, string>;
  let collector: Server;
  /** The requests that the collector received, with each body as a string. */
  const got: { address: string | undefined; body: string }[] = [];
  let status = 200;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'traces-'));
    collector = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      got.push({ address: request.url, body: Buffer.concat(chunks).toString('latin1') });
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    settings = {
      DATA_DIR: path.join(folder, 'data'),
      REGULATOR_SOURCE: folder,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    };
  });
  after(async () => {
    collector.close();
    await rm(folder, { recursive: true });
  });

  test('go to the configured collector as part of the caller’s trace, named by route and without the URL', async () => {
    const service = await startService({ ...settings, OTEL_SERVICE_NAME: 'our-name' });
    const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
    const answer = await fetch(`${service.url}/v/${SECRET}?token=${SECRET}`, { headers: { traceparent } });
    const requestId = answer.headers.get('x-request-id') ?? '';
    await service.logged('steps after the refresh are done');
    assert.equal(await service.stop(), 0);
    assert.deepEqual(new Set(got.map(({ address }) => address)), new Set(['/v1/traces']));
    const bodies = got.map(({ body }) => body).join('');
    for (const part of ['our-name', 'GET /v/:number', requestId, 'refresh', 'job watched licenses'])
      assert.equal(bodies.includes(part), true, part);
    assert.equal(bodies.includes(Buffer.from(TRACE_ID, 'hex').toString('latin1')), true);
    assert.equal(bodies.includes(SECRET), false);
  });

  test('cause a single log line if no collector accepts them, and requests still succeed', async () => {
    status = 400;
    const service = await startService({ ...settings, OTEL_BSP_SCHEDULE_DELAY: '50' });
    for (let times = 0; times < 3; times += 1)
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
    await service.logged('traces could not be sent; they are dropped until they can');
    status = 200;
    await fetch(`${service.url}/healthz`);
    await service.logged('traces are being sent again');
    assert.equal(await service.stop(), 0);
  });

  test('cause an error at startup if their settings are unusable, and are not created when they are off', {
    ...long,
  }, async () => {
    const refused = async (more: Record<string, string>) => {
      const { code, stderr } = await runProcess(['serve'], { ...settings, PORT: '0', ...more });
      return [code, stderr];
    };
    assert.deepEqual(await refused({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), [
      2,
      'OTEL_EXPORTER_OTLP_PROTOCOL must be "http/protobuf": no other one is built in.\n',
    ]);
    assert.deepEqual(await refused({ OTEL_TRACES_EXPORTER: 'console' }), [
      2,
      'OTEL_TRACES_EXPORTER must be "otlp" or "none": no other exporter is built in.\n',
    ]);
    got.length = 0;
    for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
      const service = await startService({ ...settings, ...off });
      await fetch(`${service.url}/healthz`);
      assert.equal(await service.stop(), 0);
    }
    assert.deepEqual(got, []);
  });
});
