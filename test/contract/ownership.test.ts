import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { OpenDatabase } from '../../src/platform/db/database.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';

const TABLES = ['accounts', 'api_keys', 'events', 'applications', 'application_history', 'mails'] as const;
const FORM = {
  name: 'X',
  status: 'approved',
  outcome: 'attended',
  message: 'x',
  label: 'x',
  type: 'text',
  version: 'x',
};

/** Somebody with a session, a key, an event, an application to it, and a question on it. */
interface Somebody {
  readonly cookie: string;
  readonly key: string;
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * Contract §4.3 "404 when the caller does not own it", §5 "A key sees only events owned by its account,
 * applications on those events": every address with an id, as the router itself lists them, so that a new one
 * cannot be forgotten here.
 */
describeEngines('what belongs to another account', (open) => {
  let database: OpenDatabase;
  let service: TestApp;
  let [own, foreign]: Somebody[] = [];

  before(async () => {
    database = await open();
    service = await openTestApp(database);
    own = await makeSomebody(database, service, 'own');
    foreign = await makeSomebody(database, service, 'foreign');
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  test('is not found, by session and by key: the same bytes as for a made-up and a malformed id', async () => {
    assert.ok(own && foreign);
    const templates = addressesWithIds(service);
    assert.ok(templates.length >= 17, `${templates.length} addresses`);
    // A key's first use is noted; here that is done before looking.
    await askAs(own, service, 'GET', '/api/v1/events');
    await service.services.apiKeys.usesWritten();
    const earlier = await dump(database);
    for (const template of templates)
      for (const method of ['GET', 'POST'] as const) {
        const ask = (ids: (name: string) => string) =>
          askAs(own as Somebody, service, method, fill(template, ids));
        const theirs = await ask((name) => foreign?.ids[name] ?? '');
        if (theirs.status === 405) continue;
        const what = `${method} ${template}`;
        assert.equal(theirs.status, 404, what);
        assert.deepEqual(await ask(() => randomUUID()), theirs, `${what}, made up`);
        assert.deepEqual(await ask(() => 'no-id'), theirs, `${what}, malformed`);
        // An application of mine under an event of theirs, and the reverse.
        for (const name of template.includes('/:aid') ? ['id', 'aid'] : []) {
          const mixed = (each: string) => (each === name ? foreign : own)?.ids[each] ?? '';
          assert.deepEqual(await ask(mixed), theirs, `${what}, another’s ${name}`);
        }
      }
    assert.deepEqual(await dump(database), earlier, 'and nothing of anybody’s was changed');
  });

  test('while one’s own is found at the same addresses', async () => {
    assert.ok(own);
    for (const template of addressesWithIds(service)) {
      const answer = await askAs(
        own,
        service,
        'GET',
        fill(template, (name) => own?.ids[name] ?? ''),
      );
      assert.ok([200, 405].includes(answer.status), `GET ${template}: ${answer.status}`);
    }
  });

  test('is in no list, and no list can be asked for it', async () => {
    assert.ok(own && foreign);
    for (const url of ['/api/v1/events', '/api/v1/applications', '/organizer', '/settings/api-keys']) {
      const { status, body } = await askAs(own, service, 'GET', url);
      assert.equal(status, 200, url);
      for (const id of Object.values(foreign.ids)) assert.ok(!body.includes(id), `${id} in ${url}`);
    }
    const theirs = await askAs(own, service, 'GET', `/api/v1/applications?event_id=${foreign.ids.id}`);
    assert.equal(theirs.status, 404);
    assert.deepEqual(
      await askAs(own, service, 'GET', `/api/v1/applications?event_id=${randomUUID()}`),
      theirs,
    );
    assert.deepEqual(await askAs(own, service, 'GET', `/api/v1/events/${randomUUID()}`), theirs);
    assert.equal((await askAs(own, service, 'GET', '/api/v1/applications?event_id=no-id')).status, 400);
  });

  test('without a session every page leads to the sign-in, without a key every answer is the one 401', async () => {
    assert.ok(own);
    const nobody = { ...own, cookie: 'vendor-compliance.session_token=forged', key: 'svc_pk_forged.forged' };
    for (const template of [...addressesWithIds(service), '/organizer', '/settings', '/settings/api-keys']) {
      const url = fill(template, (name) => own?.ids[name] ?? '');
      for (const method of ['GET', 'POST'] as const) {
        const { status, location } = await askAs(nobody, service, method, url);
        if (status === 405) continue;
        if (url.startsWith('/api/')) assert.equal(status, 401, url);
        else assert.match(`${status} ${location}`, /^303 \/sign-in\?next=/, `${method} ${url}`);
      }
    }
  });
});

async function makeSomebody({ db }: OpenDatabase, { services }: TestApp, name: string): Promise<Somebody> {
  const account = { name, email: `${name}@organizer.example`, password: 'a password of tests' };
  const accountId = await services.accounts.createVerifiedAccount(account);
  const cookies = await services.accounts.signIn(account, {});
  assert.ok(cookies, 'signed in');
  const question = { id: `${name}q`, label: 'Why?', type: 'text', required: false, options: [] };
  const id = await insertEvent(db, accountId, {
    name,
    questions: JSON.stringify([question]),
    status: 'Draft',
  });
  const aid = await insertApplication(db, id);
  const apiKey = await services.apiKeys.create(accountId, name);
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  return { cookie, key: apiKey.key, ids: { id, aid, question: question.id, key: apiKey.id } };
}

/** Every address of the keyed API and of the signed-in pages that holds an id, as the router knows it. */
function addressesWithIds({ app }: TestApp): string[] {
  const path: string[] = [];
  const addresses = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part] = /^((?:[│ ] {3})*)[├└]── (.*) \(/.exec(line) ?? [];
      if (part === undefined) return [];
      path.splice(indent.length / 4, path.length, part);
      return [`/${path.join('').replace(/^\/+/, '')}`];
    });
  return addresses.filter((each) => /^\/(organizer|settings|api\/v1\/events)\/.*:/.test(each));
}

/** The key's own page names its parameter `:id` like the others. */
function fill(template: string, idOf: (name: string) => string): string {
  const named = template.replace('/api-keys/:id', '/api-keys/:key');
  return named.replace(/:(\w+)/g, (_whole, name: string) => idOf(name));
}

/** Without what differs between any two answers. */
async function askAs({ cookie, key }: Somebody, { app }: TestApp, method: 'GET' | 'POST', url: string) {
  const answer = await app.inject({
    method,
    url,
    headers: { cookie, authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' ? { payload: new URLSearchParams(FORM).toString() } : {}),
  });
  const { 'x-request-id': requestId, date: _date, ...headers } = answer.headers;
  return {
    status: answer.statusCode,
    location: headers.location,
    headers,
    body: answer.body.replaceAll(String(requestId), ''),
  };
}

async function dump({ db }: OpenDatabase): Promise<unknown[]> {
  return Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()));
}
