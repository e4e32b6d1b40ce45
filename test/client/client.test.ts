import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '../../client/src/client.ts';
import { ApiError, NoAnswerError, retryAfterMs } from '../../client/src/errors.ts';
import { verifyReceipt } from '../../client/src/receipts.ts';
import { typesOf } from '../../client/tools/types-of.ts';
import { DEMO_ORGANIZERS } from '../../src/accounts/account/demo-organizers.ts';
import { demoKey, seedDemoOrganizers } from '../../src/demo/organizers/seed-organizers.ts';
import { type DemoApp, NOW, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { openTestSqlite } from '../support/engines.ts';
import { CLIENT, packClient } from '../support/packed-client.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

test('the client’s types match the document (node client/tools/make-types.ts)', () => {
  const document = JSON.parse(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8'));
  assert.equal(readFileSync(path.join(CLIENT, 'src/api.ts'), 'utf8'), typesOf(document));
});

async function readAll<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

describe('the client and a demo service', () => {
  let demo: DemoApp;
  let baseUrl = '';
  before(async () => {
    demo = await openDemoApp(await openTestSqlite());
    await seedDemoOrganizers(demo.database.db, NOW());
    baseUrl = await demo.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => demo.close());

  test('makes decisions, and its verifier agrees with the service about their receipts', async () => {
    const client = createClient({ baseUrl });
    const decision = await client.decideVendor({ license_number: reservedNumber('grade-a') });
    assert.equal(decision.verdict, 'CLEAR');
    const offline = await verifyReceipt(decision.receipt, await client.getPublicKeys());
    const said = await client.verifyPostedReceipt(decision.receipt);
    assert.deepEqual([offline.valid, offline.claims], [said.valid, said.receipt]);
    assert.equal((await client.getReceipt(decision.receipt_number)).receipt, decision.receipt);
    const [decided, unknown] = await client.decideVendorList({
      vendors: [{ vendor_id: decision.vendor.id }, { license_number: '1' }],
    });
    assert.deepEqual([decided?.decision?.verdict, unknown?.error?.code], ['CLEAR', 'vendor_not_found']);
  });

  test('reads every vendor in a search once, page after page', async () => {
    const client = createClient({ baseUrl });
    const { total } = await client.searchVendors({ limit: 1 });
    const ids = new Set<string>();
    let rows = 0;
    for await (const { id } of client.eachVendor()) {
      ids.add(id);
      rows += 1;
    }
    assert.ok(total > 200);
    assert.deepEqual([rows, ids.size], [total, total]);
  });

  test('reads every change once, and can continue from any change’s cursor', async () => {
    const client = createClient({ baseUrl });
    const all = await readAll(client.eachChange({ limit: 7 }));
    const { data, meta } = await client.listChanges({ limit: 500 });
    assert.ok(all.length > 7);
    assert.deepEqual(all.slice(0, data.length), data);
    assert.ok(all.length === data.length || meta.more);
    const middle = all[3];
    if (middle) {
      const rest = await readAll(client.eachChange({ after: middle.cursor }));
      assert.deepEqual(rest, all.slice(4));
    }
    assert.deepEqual(await readAll(client.eachChange({ after: 'now' })), []);
  });

  test('reports progress to a follower of a few licenses only after it has handled the earlier changes', async () => {
    const client = createClient({ baseUrl });
    const license_numbers = reservedNumber('grade-a');
    const { meta } = await client.listChanges({ license_numbers, limit: 500 });
    const order: string[] = [];
    const onCursor = async (cursor: string) => void order.push(cursor);
    for await (const { license_number } of client.eachChange({ license_numbers }, { onCursor }))
      order.push(license_number);
    assert.deepEqual(order, [license_numbers, meta.next]);
    const only = order.splice(0);
    const none = await readAll(client.eachChange({ after: meta.next }, { onCursor }));
    assert.deepEqual([none, order, only.length], [[], [meta.next], 2]);
    for await (const _change of client.eachChange({ license_numbers }, { onCursor })) break;
    assert.deepEqual(order, [meta.next], 'a change that was not dealt with is not passed');
  });

  test('gets the same receipts for a list that is sent again with the same idempotency key', async () => {
    const client = createClient({ baseUrl, apiKey: demoKey(DEMO_ORGANIZERS[0]).text });
    const list = { vendors: [{ license_number: reservedNumber('grade-a') }] };
    const ask = async (idempotencyKey?: string) =>
      (await client.decideVendorList(list, { idempotencyKey }))[0]?.decision?.receipt;
    assert.equal(await ask('list-1'), await ask('list-1'));
    assert.notEqual(await ask(), await ask('list-1'));
    await assert.rejects(client.decideVendor({ license_number: '5890001' }, { idempotencyKey: 'list-1' }), {
      status: 422,
      code: 'idempotency_key_reused',
    });
  });

  test('reads every other endpoint', async () => {
    const client = createClient({ baseUrl: `${baseUrl}/`, apiKey: demoKey(DEMO_ORGANIZERS[0]).text });
    const number = reservedNumber('grade-a');
    const { vendor } = await client.getSelfCheck({ license_number: number });
    assert.equal((await client.getVendor(vendor.id)).id, vendor.id);
    assert.equal((await client.getScorecard(vendor.id)).license.number, number);
    assert.equal((await client.getRiskRecord(number)).vendor.id, vendor.id);
    const [known, unknown] = await client.listRiskRecords({
      license_numbers: [number, '1'],
      fields: ['hold'],
    });
    assert.deepEqual(
      [Object.keys(known?.record ?? {}), unknown?.error?.code],
      [['hold', 'fictional'], 'vendor_not_found'],
    );
    assert.equal((await client.getStatistics()).fictional, true);
    assert.equal((await client.getCoverage()).fictional, true);
    assert.equal((await client.getMethodology()).links.statistics.endsWith('/florida'), true);
    assert.ok((await client.listPublicEvents()).length > 0);
    const [event] = await client.listEvents({ status: 'Published' });
    assert.ok(event);
    assert.equal((await client.getEvent(event.id)).name, event.name);
    assert.deepEqual((await client.listEvents({ status: 'Published', fields: ['id'] }))[0], { id: event.id });
    const [named] = await client.listApplications({ fields: ['status', 'id'] });
    // @ts-expect-error: this field was not requested.
    assert.deepEqual([Object.keys(named ?? {}), named?.vendor], [['id', 'status'], undefined]);
    for (const each of await client.listApplications({ event_id: event.id }))
      assert.equal(each.event_id, event.id);
  });

  test('throws the service’s errors in both formats, with the code, parameter, and request id', async () => {
    const client = createClient({ baseUrl });
    const caught = async (asked: Promise<unknown>) => {
      const error = await asked.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof ApiError && error.requestId && error.message.length > 10);
      return [error.status, error.code, error.parameter];
    };
    assert.deepEqual(await caught(client.searchVendors({ limit: 0 })), [400, 'invalid_parameter', 'limit']);
    assert.deepEqual(await caught(client.getSelfCheck({ license_number: '1' })), [
      404,
      'vendor_not_found',
      'license_number',
    ]);
    assert.deepEqual((await caught(client.listEvents())).slice(0, 1), [401]);
    assert.equal((await caught(client.getVendor('../../openapi.json')))[0], 404);
    const message = /An id is a UUID; .* finds it by license number\.$/;
    await assert.rejects(client.getVendor(reservedNumber('grade-a')), { status: 404, message });
  });

  test('is packed to the same bytes from any checkout, at any time, group-writable or not', async () => {
    const packedFrom = async (time: Date, mode: number) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'client-'));
      try {
        const tarball = await packClient(folder, (checkout) => {
          for (const file of readdirSync(path.join(checkout, 'src'), { recursive: true, encoding: 'utf8' })) {
            chmodSync(path.join(checkout, 'src', file), mode | 0o700);
            utimesSync(path.join(checkout, 'src', file), time, time);
          }
          chmodSync(path.join(checkout, 'package.json'), mode);
        });
        return createHash('sha512').update(readFileSync(tarball)).digest('hex');
      } finally {
        rmSync(folder, { recursive: true });
      }
    };
    const [first, second] = await Promise.all([
      packedFrom(new Date('2020-01-02T03:04:05Z'), 0o644),
      packedFrom(new Date('2026-06-07T08:09:10Z'), 0o664),
    ]);
    assert.equal(first, second);
  });

  test('is at most 48,000 bytes when packed, installs without a network, and runs the README’s example', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'client-'));
    try {
      const tarball = await packClient(folder);
      assert.ok(statSync(tarball).size <= 48_000, `${statSync(tarball).size} bytes`);
      writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
      const [, example = ''] =
        /```js\n([\s\S]*?)```/.exec(readFileSync(path.join(CLIENT, 'README.md'), 'utf8')) ?? [];
      writeFileSync(path.join(folder, 'example.js'), example);
      const env = { ...process.env, VENDOR_COMPLIANCE_URL: baseUrl };
      const shown = await run(process.execPath, ['example.js'], { cwd: folder, env });
      assert.match(shown.stdout, /^CLEAR .+\ngenuine: CLEAR\n$/);
      assert.equal(shown.stderr, '');

      const cli = (...args: string[]) =>
        run(path.join(folder, 'node_modules/.bin/vendor-compliance'), args, { cwd: folder, env });
      writeFileSync(path.join(folder, 'jwks.json'), (await cli('keys')).stdout);
      const decision = JSON.parse((await cli('decide', reservedNumber('grade-a'), '--json')).stdout);
      writeFileSync(path.join(folder, 'receipt.txt'), `${decision.receipt}\n`);
      assert.match(
        (await cli('verify', 'receipt.txt', '--jwks', 'jwks.json')).stdout,
        /^GENUINE: .*\n {2}CLEAR/,
      );
      assert.match((await cli('search', 'taco', '--limit', '2')).stdout, /\n2 of \d+\n$/);
      const cut = decision.receipt.slice(0, 600);
      await assert.rejects(cli('verify', cut, '--jwks', 'jwks.json'), { code: 1, stdout: /^NOT A RECEIPT/ });
      await assert.rejects(cli('verify'), { code: 2 });
      const wrongFiles: readonly (readonly [receipt: string, keys: string, said: string])[] = [
        ['receipt.txt', 'missing.json', '--jwks: there is no file missing.json.\n'],
        ['receipt.txt', '.', '--jwks: cannot read . (EISDIR).\n'],
        ['missing.txt', 'jwks.json', 'the receipt: there is no file missing.txt.\n'],
        ...['receipt.txt', 'package.json'].map((file) => {
          const way = 'vendor-compliance keys --url <service> > jwks.json';
          return ['receipt.txt', file, `--jwks: ${file} is no key set. "${way}" makes one.\n`] as const;
        }),
      ];
      for (const [receipt, keys, stderr] of wrongFiles)
        await assert.rejects(cli('verify', receipt, '--jwks', keys), { code: 2, stdout: '', stderr });
      await assert.rejects(cli('decide', '1'), { code: 1, stderr: /^\S.+\n$/ });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the client and a service that', () => {
  /** Sends the given responses in turn, and then keeps repeating the last one. */
  async function withServer(
    answers: readonly (readonly [status: number, retryAfter?: string])[],
    use: (client: ReturnType<typeof createClient>, seen: string[]) => Promise<void>,
    options: { retries?: number; waitMaxMs?: number; timeoutMs?: number } = {},
  ): Promise<void> {
    const seen: string[] = [];
    const listen: RequestListener = (request, response) => {
      const [status, retryAfter] = answers[Math.min(seen.length, answers.length - 1)] ?? [200];
      seen.push(`${request.method} ${request.url}`);
      if (status === 0) return;
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      response.end(status === 200 ? '{"data":{"fictional":true}}' : '{"error":{"message":"m","code":"c"}}');
    };
    const server = createServer(listen);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      await use(createClient({ baseUrl: `http://127.0.0.1:${port}`, ...options }), seen);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  test('is busy for a moment gets the request again', () =>
    withServer([[503, '0'], [429, '0'], [200]], async (client, seen) => {
      assert.equal((await client.getStatistics()).fictional, true);
      assert.equal(seen.length, 3);
    }));

  test('stays busy gets the request as often as allowed, and no other error is retried', async () => {
    const statusOf = (asked: Promise<unknown>) => asked.catch((error: ApiError) => error.status);
    await withServer(
      [[429, '0']],
      async (client, seen) => {
        assert.deepEqual([await statusOf(client.getStatistics()), seen.length], [429, 3]);
      },
      { retries: 2 },
    );
    await withServer([[500, '0']], async (client, seen) => {
      assert.deepEqual([await statusOf(client.getStatistics()), seen.length], [500, 1]);
    });
  });

  test('asks for a longer wait than allowed is not waited for', () =>
    withServer(
      [[503, '3600']],
      async (client, seen) => {
        await assert.rejects(client.getStatistics(), { code: 'c', retryAfterMs: 3_600_000 });
        assert.equal(seen.length, 1);
      },
      { waitMaxMs: 1_000 },
    ));

  test('is being waited for or sent a request can be aborted at any time', async () => {
    const reason = new Error('enough');
    await withServer([[503, '30']], async (client, seen) => {
      const stop = new AbortController();
      const asked = client.getStatistics({ signal: stop.signal });
      while (seen.length === 0) await new Promise(setImmediate);
      stop.abort(reason);
      await assert.rejects(asked, reason);
    });
    await withServer([[0]], async (client, seen) => {
      const stop = new AbortController();
      const asked = client.getStatistics({ signal: stop.signal });
      while (seen.length === 0) await new Promise(setImmediate);
      stop.abort(reason);
      await assert.rejects(asked, reason);
      await assert.rejects(client.getStatistics({ signal: stop.signal }), reason);
    });
  });

  test('does not respond or is unreachable is distinguished from one that returns an error', async () => {
    await withServer([[0]], async (client) => assert.rejects(client.getStatistics(), NoAnswerError), {
      timeoutMs: 50,
    });
    await assert.rejects(createClient({ baseUrl: 'http://127.0.0.1:9' }).getStatistics(), {
      name: 'NoAnswerError',
      message: 'No answer came from http://127.0.0.1:9: bad port',
    });
  });

  test('is not ours is reported as such, and never produces an empty result', async () => {
    const said: readonly (readonly [body: string, type: string])[] = [
      ['<!doctype html><h1>Welcome</h1>', 'text/html'],
      ['{"hello":"world"}', 'application/json'],
      ['{"data":null}', 'application/json'],
      ['"data"', 'application/json'],
      ['', 'text/plain'],
    ];
    for (const [body, type] of said) {
      const client = createClient({
        baseUrl: 'http://other.example/shop',
        fetch: async () => new Response(body, { headers: { 'content-type': type } }),
      });
      await assert.rejects(client.decideVendor({ license_number: '1' }), {
        name: 'NoAnswerError',
        message: `What answered at http://other.example/shop/api/v1/decision is not this service (200, ${type}). Is baseUrl right?`,
      });
    }
    const proxy = createClient({
      baseUrl: 'http://other.example',
      fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    });
    const message = 'A proxy or another server answered 502. Is baseUrl right?';
    await assert.rejects(proxy.getVendor('1'), { name: 'ApiError', status: 502, code: 'unknown', message });
  });

  test('has many changes is asked for as many as possible at a time, to stay within rate limits', async () => {
    const asked: string[] = [];
    const meta = { count: 0, next: '1-000000000000', more: false, as_of: null, fictional: true };
    const client = createClient({
      baseUrl: 'http://vendors.example',
      fetch: async (url) => {
        asked.push(String(url));
        return Response.json({ data: [], meta, error: null });
      },
    });
    await readAll(client.eachChange({ after: 'now' }));
    await readAll(client.eachChange({ limit: 7 }));
    const address = 'http://vendors.example/api/v1/changes';
    assert.deepEqual(asked, [`${address}?limit=500&after=now`, `${address}?limit=7`]);
  });

  test('sends a redirect is not followed there, and the error says so', async () => {
    const server = createServer((_request, response) => response.writeHead(301, { location: '/' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const asked = createClient({ baseUrl: `http://127.0.0.1:${port}` }).getStatistics();
      await assert.rejects(asked, { name: 'NoAnswerError', message: /redirects to another one/ });
    } finally {
      server.close();
    }
  });

  test('has no address, or whose key contains characters not allowed in a header, is rejected before anything is sent', () => {
    const noAddress = (baseUrl: string | undefined) => () => createClient({ baseUrl: baseUrl as string });
    for (const baseUrl of ['vendors.example', 'localhost:3000', '', 'http://', 'http://a b', undefined])
      assert.throws(noAddress(baseUrl), {
        name: 'TypeError',
        message: `baseUrl must be an address like https://vendors.example, and was "${(baseUrl ?? '').replace(/\/+$/, '')}".`,
      });
    for (const apiKey of ['svc_pk_a\nb', 'svc_pk_a ', 'svc_pk_…', ''])
      assert.throws(
        () => createClient({ baseUrl: 'http://localhost', apiKey }),
        (error: Error) =>
          /^apiKey has a character/.test(error.message) && !error.message.includes('svc_pk_a'),
      );
  });

  test('specifies a wait can do so in seconds or as a date', () => {
    const now = Date.parse('2026-03-16T15:00:00Z');
    const cases: readonly (readonly [string | null, number | undefined])[] = [
      [null, undefined],
      ['5', 5_000],
      ['Mon, 16 Mar 2026 15:00:10 GMT', 10_000],
      ['Mon, 16 Mar 2026 14:00:00 GMT', 0],
      ['soon', undefined],
    ];
    for (const [header, ms] of cases) assert.equal(retryAfterMs(header, now), ms, String(header));
  });
});
