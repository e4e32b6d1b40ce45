import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeFileSet } from '../../src/open-data/files/make-service.ts';
import { setsFolder } from '../../src/open-data/files/sets/sets.ts';
import { listAddresses } from '../support/addresses.ts';
import { multipartForm } from '../support/claim-pages.ts';
import { type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { type HostileRequest, listHostileRequests, UNSTORABLE_TEXTS } from '../support/hostile-values.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';
import { signInOperator } from '../support/operators.ts';
import { insertVerifiedClaim } from '../support/watch-rows.ts';
import { isWholeRun } from '../support/whole-run.ts';

const PASSWORD = 'three words together';
const EMAIL = 'operator@hostile.example';

describeEngines('values that no form sends', (open) => {
  let opened: DemoApp;
  let dataDir: string;
  let cookie: string;
  let addresses: string[];
  const ids: Record<string, string> = {};
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'hostile-values-'));
    opened = await openDemoApp(await open(), 100, { DATA_DIR: dataDir });
    const { services, database, app } = opened;
    await makeFileSet(database.published, setsFolder(dataDir));
    const account = await services.accounts.createVerifiedAccount({
      name: 'O',
      email: EMAIL,
      password: PASSWORD,
    });
    cookie = await signInOperator(opened, { email: EMAIL, password: PASSWORD });
    ids.event = await insertEvent(database.db, account);
    ids.aid = await insertApplication(database.db, ids.event);
    const vendor = await database.published.db
      .selectFrom('vendors')
      .select(['id', 'digits', 'license_type'])
      .executeTakeFirstOrThrow();
    ids.vendor = vendor.id;
    ids.claim = await insertVerifiedClaim(database.db, account, {
      license_type: vendor.license_type,
      license_digits: vendor.digits,
    });
    addresses = listAddresses(app);
  });
  after(async () => {
    await opened.close();
    await rm(dataDir, { recursive: true });
  });

  const idOf = (address: string, parameter: string) => {
    if (parameter === 'aid') return ids.aid ?? '';
    if (parameter === 'claimId' || address.startsWith('/operator/claims')) return ids.claim ?? '';
    return (/^\/(organizer|events|api\/v1\/events)/.test(address) ? ids.event : ids.vendor) ?? '';
  };
  const send = ({ method, url, form }: HostileRequest) =>
    opened.app.inject({
      method,
      url,
      headers: {
        'sec-fetch-site': 'same-origin',
        // Signing out would end the session, which the other requests need.
        ...(url.startsWith('/sign-out') ? {} : { cookie }),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });

  test('do not cause a server error in any path, query, or form', async () => {
    const failed: string[] = [];
    const texts = isWholeRun ? [...UNSTORABLE_TEXTS, 'constructor'] : ['\0'];
    for (const request of listHostileRequests(addresses, idOf, texts)) {
      const { statusCode } = await send(request);
      const { method, url, text } = request;
      if (statusCode >= 500) failed.push(`${statusCode} ${method} ${url} ${JSON.stringify(text)}`);
    }
    assert.deepEqual(failed, []);
  });

  test('are never read from a form with more fields than any of ours', async () => {
    const other: string[] = [];
    for (const address of addresses.filter((each) => !each.includes('*'))) {
      const { statusCode } = await opened.app.inject({
        method: 'POST',
        url: address.replaceAll(/:(\w+)/g, (_, name: string) => idOf(address, name)),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          cookie,
        },
        payload: 'a&'.repeat(1_500),
      });
      // Expected statuses: no key, no such URL for POST, too many bytes or fields, or a different body type.
      if (![401, 404, 405, 413, 415].includes(statusCode)) other.push(`${statusCode} ${address}`);
    }
    // This endpoint expects a signed body of raw bytes, so it is the only other one to fail.
    assert.deepEqual(other, ['400 /webhooks/stripe']);
  });

  test('get a response from the service, with its headers, in any path', async () => {
    const all = ['Îů³Ʊ', 'a\nX-Injected: yes', '"\\', '216651f2-72e4-5afd-9837-3b0991241c30'];
    const texts = isWholeRun ? all : all.slice(0, 2);
    const failed: string[] = [];
    for (const accept of ['*/*', 'text/html'])
      for (const { url, place, method } of listHostileRequests(addresses, idOf, texts)) {
        if (method !== 'GET' || place !== 'path') continue;
        const answer = await opened.app.inject({ method, url, headers: { accept, cookie } });
        const { 'x-request-id': id, 'x-content-type-options': sniffing } = answer.headers;
        const isOurs = answer.statusCode < 500 && id !== undefined && sniffing === 'nosniff';
        if (!isOurs || answer.headers['x-injected'] !== undefined)
          failed.push(`${answer.statusCode} ${url} as ${accept}`);
      }
    assert.deepEqual(failed, []);
  });

  test('never end up in a header that cannot be sent', async () => {
    await opened.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = opened.app.server.address() as AddressInfo;
    for (const path of [
      '/api/vendors/%C3%8E%C5%AF',
      '/api/vendors/%C3%8E%C5%AF/scorecard',
      '/vendor/%C3%8E%C5%AF',
    ]) {
      const request = get({ host: '127.0.0.1', port, path, agent: false });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      answer.resume();
      assert.deepEqual(
        [path, answer.statusCode, answer.headers['x-content-type-options']],
        [path, 404, 'nosniff'],
      );
    }
  });

  test('are rejected by name if they contain U+0000, and match nothing in a path', async () => {
    const nul = { method: 'POST', text: '\0' } as const;
    const path = await send({ ...nul, url: '/operator/claims/%00/verify', place: 'path' });
    const field = await send({ ...nul, url: '/sign-in', form: { email: 'a\0' }, place: 'form' });
    assert.deepEqual([path.statusCode, field.statusCode], [404, 400]);
    assert.match(field.body, /What you sent contains a character that can’t be stored \(U\+0000\)/);
    const api = (url: string) => opened.get(url);
    assert.deepEqual((await api('/api/v1/decision?license_number=1%00&event_type=festival')).json, {
      data: null,
      meta: null,
      error: {
        message:
          'The parameter "license_number" holds the character U+0000, which is not accepted anywhere. Leave it out and try again.',
        code: 'invalid_parameter',
        parameter: 'license_number',
        doc_url: 'https://vendors.example/docs/errors#invalid_parameter',
      },
    });
    const names = await api('/api/vendors?q%00=1');
    assert.equal(names.status, 400);
    const gone = await api('/api/vendors/%00');
    assert.deepEqual([gone.status, Object(gone.json).code], [404, 'vendor_not_found']);
    assert.match(String((await api('/api/badge/%00')).headers['content-type']), /^image\/svg/);
    const body = { payload: { receipt: 'a\0' }, method: 'POST', url: '/api/v1/decision/verify' } as const;
    const json = await opened.app.inject(body);
    assert.deepEqual([json.statusCode, json.json().error.parameter], [400, 'receipt']);
    const file = multipartForm({ license: '1\0', proof: 'post' });
    const headers = { ...file.headers, cookie, 'sec-fetch-site': 'same-origin' };
    const upload = await opened.app.inject({ method: 'POST', url: '/claim', payload: file.payload, headers });
    assert.equal(upload.statusCode, 400);
  });

  test('do not reveal anything to a stranger about a URL that needs a sign-in or a key', async () => {
    const ask = (url: string) => opened.app.inject({ method: 'POST', url });
    const { statusCode, headers } = await ask('/operator/mail/%00/retry');
    assert.deepEqual([statusCode, String(headers.location).split('?')[0]], [303, '/sign-in']);
  });
});
