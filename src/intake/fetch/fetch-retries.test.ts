import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/support/fake-regulator.ts';
import { startFakeRegulator } from '../../../test/support/fake-regulator.ts';
import { setUpFetch } from '../../../test/support/fetch-setup.ts';
import type { DownloadResult } from '../../platform/net/fetcher.ts';

const FILE: Answer = { kind: 'file', body: 'District\n6\n' };

function reasonOf(result: DownloadResult): string {
  return result.status === 'failed' ? result.reason : result.status;
}

test('a download that fails temporarily is retried and then succeeds', async (t) => {
  const faults: readonly Answer[] = [
    { kind: 'reset' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429 },
    { kind: 'truncated', body: 'District\n' },
    { kind: 'file', body: '' },
  ];
  const { regulator, download, waits, listDirectory } = await setUpFetch(t, { retries: 1 });
  for (const fault of faults) {
    regulator.plan('/a.csv', fault, FILE);
    assert.equal(reasonOf(await download('/a.csv')), 'downloaded', JSON.stringify(fault));
  }
  assert.equal(regulator.requests.length, 2 * faults.length);
  assert.equal(waits.length, faults.length);
  assert.deepEqual(await listDirectory(), ['file.csv']);
});

test('a permanent failure is not retried', async (t) => {
  const { regulator, download, waits } = await setUpFetch(t, { retries: 3 });
  for (const status of [204, 206, 300, 302, 400, 401, 403, 404, 410]) {
    regulator.plan('/a.csv', { kind: 'status', status });
    assert.equal(reasonOf(await download('/a.csv')), `http_${status}`);
  }
  assert.equal(regulator.requests.length, 9);
  assert.deepEqual(waits, []);
});

test('the last failure is returned once the retries are used up', async (t) => {
  const { regulator, download } = await setUpFetch(t, { retries: 2 });
  regulator.plan('/a.csv', { kind: 'status', status: 500 }, { kind: 'status', status: 502 });
  assert.deepEqual(await download('/a.csv'), {
    status: 'failed',
    reason: 'http_502',
    message: `${regulator.baseUrl}a.csv: answered 502`,
  });
  assert.equal(regulator.requests.length, 3);
});

test('each retry delay is a random part of a maximum, which doubles with each retry up to a cap', async (t) => {
  const randoms = [0.5, 0.25, 1, 0.5];
  const random = () => randoms.shift() ?? 0;
  const { regulator, download, waits } = await setUpFetch(t, { retries: 4, backoffMs: 10_000, random });
  regulator.plan('/a.csv', { kind: 'status', status: 500 });
  await download('/a.csv');
  assert.deepEqual(waits, [5_000, 5_000, 40_000, 30_000]);
});

test('waits as long as a server asks, up to a minute', async (t) => {
  const now = () => Date.parse('2026-10-06T10:48:00Z');
  const { regulator, download, waits } = await setUpFetch(t, { retries: 6, now });
  const plan = ['7', 'Tue, 06 Oct 2026 10:48:09 GMT', '60', 'Tue, 06 Oct 2026 10:00:00 GMT', 'soon', '0'];
  const answers = plan.map((retryAfter, at): Answer => {
    return { kind: 'status', status: at % 2 ? 503 : 429, retryAfter };
  });
  regulator.plan('/a.csv', ...answers, FILE);
  assert.equal(reasonOf(await download('/a.csv')), 'downloaded');
  assert.deepEqual(waits, [7_000, 9_000, 60_000, 4_000, 8_000, 16_000]);
});

test('does not retry if a server asks for a wait of more than a minute, and includes the wait in the message', async (t) => {
  const { regulator, download, waits } = await setUpFetch(t, { retries: 3 });
  regulator.plan('/a.csv', { kind: 'status', status: 429, retryAfter: '3600' });
  const result = await download('/a.csv');
  assert.deepEqual(result, {
    status: 'failed',
    reason: 'http_429',
    message: `${regulator.baseUrl}a.csv: answered 429, retry after 3600 s`,
  });
  assert.deepEqual([waits, regulator.requests.length], [[], 1]);
});

test('reports a challenge that only a browser can pass as its own kind of failure, and does not retry it', async (t) => {
  const { regulator, download } = await setUpFetch(t, { retries: 3 });
  regulator.plan('/a.csv', { kind: 'status', status: 503, headers: { 'cf-mitigated': 'challenge' } });
  assert.equal(reasonOf(await download('/a.csv')), 'challenge');
  assert.equal(regulator.requests.length, 1);
});

test('an unreachable server is a network failure', async (t) => {
  const { regulator, download, waits, listDirectory } = await setUpFetch(t, { retries: 1 });
  await regulator.close();
  const result = await download('/a.csv');
  assert.equal(reasonOf(result), 'network');
  assert.match(result.status === 'failed' ? result.message : '', /ECONNREFUSED/);
  assert.equal(waits.length, 1);
  assert.deepEqual(await listDirectory(), []);
});

test('a connection that is reset is a network failure', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  regulator.plan('/a.csv', { kind: 'reset' });
  assert.equal(reasonOf(await download('/a.csv')), 'network');
});

test('abandons a server that goes silent before or after its first byte', async (t) => {
  const { regulator, download, waits, listDirectory } = await setUpFetch(t, {
    idleTimeoutMs: 40,
    retries: 1,
  });
  regulator.plan('/a.csv', { kind: 'hang' }, { kind: 'hang', body: 'District\n' });
  const result = await download('/a.csv');
  assert.equal(reasonOf(result), 'timeout');
  assert.match(result.status === 'failed' ? result.message : '', /silent for 40 ms/);
  assert.equal(waits.length, 1);
  assert.deepEqual(await listDirectory(), []);
});

test('a server that keeps sending data is abandoned when the total time is up', async (t) => {
  const { regulator, download, listDirectory } = await setUpFetch(t, {
    idleTimeoutMs: 1_000,
    timeoutMs: 1_200,
  });
  regulator.plan('/a.csv', { kind: 'trickle', chunk: 'x', everyMs: 5 });
  const result = await download('/a.csv');
  assert.equal(reasonOf(result), 'timeout');
  assert.match(result.status === 'failed' ? result.message : '', /not complete after 1200 ms/);
  assert.deepEqual(await listDirectory(), []);
});

test('abandons a slow server without a retry as soon as its average speed is too low', async (t) => {
  // An hour passes each time the clock is read.
  let hours = 0;
  const { regulator, download, waits, listDirectory } = await setUpFetch(t, {
    minBytesPerSecond: 10_000,
    retries: 3,
    now: () => hours++ * 3_600_000,
  });
  regulator.plan('/a.csv', { kind: 'trickle', chunk: 'x', everyMs: 1 });
  const result = await download('/a.csv');
  assert.equal(reasonOf(result), 'too_slow');
  assert.match(result.status === 'failed' ? result.message : '', /fewer than 10000 bytes a second/);
  assert.deepEqual([waits, await listDirectory()], [[], []]);
});

test('aborting ends a running download, which is not retried', async (t) => {
  const { regulator, download, waits, listDirectory } = await setUpFetch(t, { retries: 3 });
  for (const fault of [{ kind: 'hang' }, { kind: 'trickle', chunk: 'x', everyMs: 1 }] satisfies Answer[]) {
    regulator.plan('/a.csv', fault);
    const signal = AbortSignal.timeout(30);
    assert.equal(reasonOf(await download('/a.csv', { signal })), 'aborted');
  }
  assert.deepEqual(waits, []);
  assert.deepEqual(await listDirectory(), []);
});

test('a download that is aborted before it starts does not send a request', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  assert.equal(reasonOf(await download('/a.csv', { signal: AbortSignal.abort() })), 'aborted');
  assert.equal(regulator.requests.length, 0);
});

test('aborting ends the wait before a retry', async (t) => {
  const controller = new AbortController();
  const sleep = () => {
    setImmediate(() => controller.abort());
    return new Promise<void>(() => {});
  };
  const { regulator, download } = await setUpFetch(t, { retries: 3, sleep });
  regulator.plan('/a.csv', { kind: 'status', status: 500 });
  assert.equal(reasonOf(await download('/a.csv', { signal: controller.signal })), 'aborted');
  assert.equal(regulator.requests.length, 1);
});

test('redirects within the same origin are followed', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  const statuses = [301, 302, 303, 307, 308];
  for (const status of statuses) {
    regulator.plan('/a.csv', { kind: 'redirect', to: '/moved/a.csv', status });
    regulator.plan('/moved/a.csv', FILE);
    assert.equal(reasonOf(await download('/a.csv')), 'downloaded');
  }
  assert.equal(regulator.requests.length, 2 * statuses.length);
});

test('three redirects in a row are followed, but a fourth is not', async (t) => {
  const { regulator, download } = await setUpFetch(t, { retries: 3 });
  for (const step of [1, 2, 3]) regulator.plan(`/${step}`, { kind: 'redirect', to: `/${step + 1}` });
  regulator.plan('/4', FILE);
  assert.equal(reasonOf(await download('/1')), 'downloaded');
  regulator.plan('/0', { kind: 'redirect', to: '/1' });
  assert.equal(reasonOf(await download('/0')), 'redirect_refused');
  assert.equal(regulator.requests.length, 8);
});

test('abandons a redirect loop', async (t) => {
  const { regulator, download, listDirectory } = await setUpFetch(t, { retries: 3 });
  regulator.plan('/a.csv', { kind: 'redirect', to: '/a.csv' });
  assert.equal(reasonOf(await download('/a.csv')), 'redirect_refused');
  assert.equal(regulator.requests.length, 4);
  assert.deepEqual(await listDirectory(), []);
});

test('a redirect to another origin is never followed, and no request is sent there', async (t) => {
  const { regulator, download } = await setUpFetch(t, { retries: 3 });
  const elsewhere = await startFakeRegulator(t);
  elsewhere.plan('/a.csv', FILE);
  const { port } = regulator.baseUrl;
  const moved = [
    [`${elsewhere.baseUrl}a.csv`, elsewhere.baseUrl.origin],
    [`//${elsewhere.baseUrl.host}/a.csv`, elsewhere.baseUrl.origin],
    [`https://127.0.0.1:${port}/a.csv`, `https://127.0.0.1:${port}`],
    [`http://localhost:${port}/moved.csv`, `http://localhost:${port}`],
  ] as const;
  const refused = [`http://user:secret@127.0.0.1:${port}/moved.csv`, 'http://['];
  regulator.plan('/moved.csv', FILE);
  for (const [to, origin] of moved) {
    regulator.plan('/a.csv', { kind: 'redirect', to });
    const message = `${regulator.baseUrl}a.csv: sent on to ${origin}`;
    assert.deepEqual(await download('/a.csv'), { status: 'failed', reason: 'moved', message });
  }
  for (const to of refused) {
    regulator.plan('/a.csv', { kind: 'redirect', to });
    assert.equal(reasonOf(await download('/a.csv')), 'redirect_refused', to);
  }
  assert.equal(elsewhere.requests.length, 0);
  assert.equal(regulator.requests.length, moved.length + refused.length);
});
