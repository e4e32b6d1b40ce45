import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEMO_ORGANIZERS } from '../../src/accounts/account/demo-organizers.ts';
import { codeAt } from '../../src/accounts/second-factor/second-factor-codes.ts';
import { signInWith } from '../support/account-service.ts';
import { listAddresses } from '../support/addresses.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

const LOGIN = { email: 'ola@operator.example', password: 'three words together' };
const ID = '00000000-0000-4000-8000-000000000000';
const SET_UP = '/settings/second-factor';

describeEngines('an operator with neither an authenticator nor a passkey', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let cookie: string;
  before(async () => {
    database = await open();
    service = await openTestApp(database);
    await service.services.accounts.createVerifiedAccount({ name: 'Ola', ...LOGIN });
    await service.services.operators.grant(LOGIN.email);
    cookie = await signInWith(service.services.accounts, LOGIN);
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  const ask = async (method: 'GET' | 'POST', url: string, form: Record<string, string> = {}) => {
    const answer = await service.app.inject({
      method,
      url,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { payload: new URLSearchParams(form).toString() }),
    });
    const body = answer.body.replaceAll('&#61;', '=');
    return { status: answer.statusCode, body, location: answer.headers.location };
  };
  const addresses = () =>
    listAddresses(service.app)
      .filter((each) => /^\/operator\b/.test(each))
      .map((each) => each.replaceAll(/:(?:run|file)\b/g, '1').replaceAll(/:\w+/g, ID));
  const dump = async () =>
    Promise.all(
      (['mails', 'operator_log', 'claims', 'replies', 'disputes'] as const).map((table) =>
        database.db.selectFrom(table).selectAll().execute(),
      ),
    );

  test('gets setup instructions for every method at every operator URL, and cannot change anything', async () => {
    const earlier = await dump();
    assert.ok(addresses().length >= 18);
    let refused = 0;
    for (const url of addresses())
      for (const method of ['GET', 'POST'] as const) {
        const { status, body } = await ask(method, url, {
          note: 'x',
          decision: 'publish',
          outcome: 'upheld',
        });
        // Some URLs accept only one of the methods.
        if (status === 404 || status === 405) continue;
        refused += 1;
        assert.equal(status, 403, `${method} ${url}`);
        assert.match(body, /<h1>Set up an authenticator or a passkey first<\/h1>/);
        assert.ok(body.includes(`href="${SET_UP}?next=%2Foperator`), url);
      }
    assert.ok(refused >= 18, `${refused} refused`);
    assert.deepEqual(await dump(), earlier);
    assertSoundPage((await ask('GET', '/operator')).body);
    assert.equal((await ask('GET', '/operatorx')).status, 404);
    assert.match((await ask('GET', '/settings')).body, /<a href="\/operator"/, 'the menu leads there');
  });

  test('cannot act as an operator through the services either', async () => {
    const { operators, replies, disputes, contests } = service.services;
    const session = await service.services.accounts.findSession({ cookie });
    const id = session?.accountId ?? '';
    assert.deepEqual(
      [
        session && (await operators.operatorAccess(session)),
        await operators.isOperator(id),
        await operators.hasRole(id),
      ],
      ['setup_due', false, true],
    );
    for (const queue of [replies, disputes, contests])
      await assert.rejects(queue.listQueue(id, { offset: 0, rowsMax: 1 }), /There is nothing here/);
  });

  test('returns to the requested page after setting up a second factor, and loses access after turning it off', async () => {
    const page = await ask('GET', '/operator/claims?state=verified');
    const [, href = ''] = /href="(\/settings\/second-factor\?next=[^"]+)"/.exec(page.body) ?? [];
    assert.equal(href, `${SET_UP}?next=%2Foperator%2Fclaims%3Fstate%3Dverified`);
    const next = '/operator/claims?state=verified';
    const hidden = `<input type="hidden" name="next" value="${next}">`;
    assert.ok((await ask('GET', href)).body.includes(hidden));
    const wrong = await ask('POST', `${SET_UP}/begin`, { factor_password: 'wrong', next });
    assert.deepEqual([wrong.status, wrong.body.includes(hidden)], [422, true]);
    const begun = await ask('POST', `${SET_UP}/begin`, { factor_password: LOGIN.password, next });
    assert.deepEqual([begun.status, begun.location], [303, href]);
    const pending = await ask('GET', href);
    assert.ok(pending.body.includes(hidden));
    assert.equal((await ask('GET', '/operator')).status, 403, 'one that is not confirmed opens nothing');
    const secret = /secret=([A-Z2-7]+)/.exec(pending.body)?.[1] ?? '';
    const code = () => codeAt(secret, service.now().getTime());
    const confirmed = await ask('POST', `${SET_UP}/confirm`, { code: code(), next });
    assert.match(confirmed.body, /<a class="button" href="\/operator\/claims\?state=verified">/);
    assert.equal((await ask('GET', next)).status, 200);
    const settings = await ask('GET', SET_UP);
    assert.match(
      settings.body,
      /You won’t be able to open operator pages until you set up a second factor again or/,
    );
    const recovery = /<strong class="number">([^<]+)</.exec(confirmed.body)?.[1] ?? '';
    const off = { off_password: LOGIN.password, off_code: recovery };
    assert.equal((await ask('POST', `${SET_UP}/off`, off)).location, '/settings?done=factor-off');
    assert.equal((await ask('GET', next)).status, 403);
  });

  test('cannot be redirected to another site by the setup page’s URL', async () => {
    for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example'])
      assert.doesNotMatch(
        (await ask('GET', `${SET_UP}?${new URLSearchParams({ next })}`)).body,
        /name="next"/,
      );
  });

  test('is marked in the list of operators, which a demo account cannot join', async () => {
    const { operators } = service.services;
    const [listed] = await operators.list();
    assert.deepEqual([listed?.email, listed?.has_authenticator_or_passkey], [LOGIN.email, false]);
    for (const { email } of DEMO_ORGANIZERS) assert.equal(await operators.grant(email), 'demo');
    assert.equal((await operators.list()).length, 1);
  });
});
