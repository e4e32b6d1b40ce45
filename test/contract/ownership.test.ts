import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { signInWith } from '../support/account-service.ts';
import { listAddresses } from '../support/addresses.ts';
import { NOW, openTestApp, type TestApp } from '../support/demo-app.ts';
import { samplePng, sampleUpload } from '../support/documents.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';
import { signInOperator } from '../support/operators.ts';
import { withoutSwitch } from '../support/page-checks.ts';
import {
  insertClaim,
  licenseOfTruck,
  publishFiles,
  statementFiles,
  vendorOfTruck,
  visitOf,
} from '../support/vendor-statements.ts';

const TABLES = [
  ...(['accounts', 'api_keys', 'events', 'applications', 'application_history', 'mails'] as const),
  ...(['bulk_actions', 'bulk_action_items'] as const),
  ...(['claims', 'replies', 'disputes', 'subscriptions', 'operator_log'] as const),
  ...(['application_documents', 'application_document_history'] as const),
  ...(['team_members', 'team_invitations', 'team_log', 'calendar_feeds'] as const),
  ...(['webhook_endpoints', 'webhook_messages', 'webhook_deliveries'] as const),
  ...(['shortlisted_vendors', 'checked_lists'] as const),
] as const;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Settings that enable the payment pages. No test here pays, so Stripe never receives a request. */
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_of_tests', STRIPE_WEBHOOK_SECRET: 'whsec_of_tests' };
const FORM = {
  name: 'X',
  status: 'approved',
  outcome: 'attended',
  message: 'x',
  label: 'x',
  type: 'text',
  version: 'x',
  text: 'x',
  code: 'ACDE3467',
  told_regulator: 'yes',
  role: 'viewer',
  email: 'new@member.example',
  answer: 'accept',
};

/** The JSON body to send where a program would not send a form. */
const BODY = { state: 'off' };

/**
 * A person with a session, a key, an event with a question and an application, and a verified license with a
 * reply and a dispute.
 */
interface Somebody {
  readonly cookie: string;
  readonly key: string;
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * Contract 4.3 "404 when the caller does not own it", contract 5 "A key sees only events owned by its
 * account, applications on those events". Covers every URL that contains an ID. The list comes from the
 * router, so that a new URL cannot be forgotten here.
 */
describeEngines('what belongs to another account', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let [own, foreign]: Somebody[] = [];

  before(async () => {
    database = await open();
    service = await openTestApp(database, STRIPE);
    await publishFiles(database, await statementFiles('first'));
    own = await makePerson(database, service, 'own', 1);
    foreign = await makePerson(database, service, 'foreign', 2);
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  test('is not found by session or key, with the same bytes as for an invented or malformed id', async () => {
    assert.ok(own && foreign);
    const templates = addressesWithIds(service);
    assert.ok(templates.length >= 31, `${templates.length} addresses`);
    // Uses the key first, because its first use is recorded.
    await askAs(own, service, 'GET', '/api/v1/events');
    await service.services.apiKeys.usesWritten();
    const earlier = await dump(database);
    for (const template of templates)
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) {
        const ask = (ids: (name: string) => string) =>
          askAs(own as Somebody, service, method, fill(template, ids));
        const theirs = await ask((name) => foreign?.ids[name] ?? '');
        if (theirs.status === 405) continue;
        const what = `${method} ${template}`;
        assert.equal(theirs.status, 404, what);
        assert.deepEqual(await ask(() => randomUUID()), theirs, `${what}, made up`);
        assert.deepEqual(await ask(() => 'no-id'), theirs, `${what}, malformed`);
        // My application under another account's event, or another's under mine, must look as if it did not
        // exist.
        const names = [...template.matchAll(/:(\w+)/g)].map(([, name]) => name);
        for (const name of names.length > 1 ? names : []) {
          const mixed = (one: string | undefined) =>
            ask((each) => (each === name ? one : own?.ids[each]) ?? '');
          const answer = await mixed(foreign?.ids[name ?? '']);
          // For a removed question in one's own event, the event's page shows a message instead of a 404.
          assert.ok([404, 422].includes(answer.status), `${what}, another’s ${name}: ${answer.status}`);
          assert.deepEqual(answer, await mixed(randomUUID()), `${what}, another’s ${name}`);
        }
      }
    assert.deepEqual(await dump(database), earlier, 'no one’s data was changed');
  });

  test('is served to its owner at the same URLs', async () => {
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

  test('is served to a manager like its owner and read-only to a viewer, but not to their keys or after they leave', async () => {
    assert.ok(own);
    const owner = own;
    const manager = await makeMember(database, service, owner, 'manager');
    const viewer = await makeMember(database, service, owner, 'viewer');
    const ask = (who: Somebody, method: 'GET' | 'POST', template: string) =>
      askAs(
        who,
        service,
        method,
        fill(template, (name) => owner.ids[name] ?? ''),
      );
    const templates = addressesWithIds(service).filter((each) => each.startsWith('/organizer/'));
    assert.ok(templates.length >= 12, `${templates.length} addresses`);
    for (const template of templates) {
      const seen = (await ask(owner, 'GET', template)).status;
      assert.equal((await ask(manager, 'GET', template)).status, seen, `manager: GET ${template}`);
      // A viewer who cannot change something is redirected from the page where it could be changed.
      const read = (await ask(viewer, 'GET', template)).status;
      assert.ok(read === seen || (seen === 200 && read === 303), `viewer: GET ${template}: ${read}`);
    }
    const earlier = await dump(database);
    for (const template of templates) {
      const { status, body } = await ask(viewer, 'POST', template);
      if (status === 405) continue;
      assert.equal(status, 403, `viewer: POST ${template}`);
      assert.match(body, /You can read this event, but not change it/, template);
    }
    assert.deepEqual(await dump(database), earlier, 'nothing was changed');
    for (const url of ['/api/v1/events', '/api/v1/applications']) {
      const { body } = await askAs(manager, service, 'GET', url);
      assert.ok(!body.includes(owner.ids.id ?? ''), `a member’s key: ${url}`);
    }
    const keyed = `/api/v1/events/${owner.ids.id}`;
    const strange = await askAs(manager, service, 'GET', `/api/v1/events/${randomUUID()}`);
    assert.deepEqual(await askAs(manager, service, 'GET', keyed), strange);
    await database.db.deleteFrom('team_members').where('role', '=', 'manager').execute();
    for (const template of templates)
      for (const method of ['GET', 'POST'] as const) {
        const gone = await ask(manager, method, template);
        if (gone.status === 405) continue;
        const made = await askAs(
          manager,
          service,
          method,
          fill(template, () => randomUUID()),
        );
        assert.deepEqual(gone, made, `removed: ${method} ${template}`);
        assert.equal(gone.status, 404);
      }
    assert.ok(!(await askAs(manager, service, 'GET', '/organizer')).body.includes(owner.ids.id ?? ''));
  });

  test('is not in another person’s calendar, and is in a member’s only while they are a member', async () => {
    assert.ok(own && foreign);
    const read = async (token: string) => {
      const answer = await service.get(`/calendar.ics?token=${token}`);
      assert.equal(answer.status, 200);
      return answer.body;
    };
    const mine = own.ids.id ?? '';
    const theirs = foreign.ids.id ?? '';
    const tokens = [own.ids.calendar ?? '', foreign.ids.calendar ?? ''] as const;
    assert.ok((await read(tokens[0])).includes(mine) && !(await read(tokens[0])).includes(theirs));
    assert.ok((await read(tokens[1])).includes(theirs) && !(await read(tokens[1])).includes(mine));
    const accounts = await database.db.selectFrom('events').select(['id', 'account_id']).execute();
    const ownerOf = (id: string) => accounts.find((each) => each.id === id)?.account_id ?? '';
    const membership = { id: randomUUID(), account_id: ownerOf(mine), member_id: ownerOf(theirs) };
    await database.db
      .insertInto('team_members')
      .values({ ...membership, role: 'viewer', joined_at: NOW().toISOString() })
      .execute();
    assert.ok((await read(tokens[1])).includes(mine));
    assert.ok(!(await read(tokens[0])).includes(theirs), 'not the other way around');
    await database.db.deleteFrom('team_members').where('id', '=', membership.id).execute();
    assert.ok(!(await read(tokens[1])).includes(mine), 'removed by the next request');
    const unknown = withoutAddress(await askAs(own, service, 'GET', '/calendar.ics?token=x'), 'x');
    for (const token of ['', mine, own.key, 'x'.repeat(32)])
      assert.deepEqual(
        withoutAddress(await askAs(own, service, 'GET', `/calendar.ics?token=${token}`), 'x'),
        unknown,
      );
    assert.equal(unknown.status, 404);
  });

  test('is not in any list, with any parameters', async () => {
    assert.ok(own && foreign);
    const lists = ['/api/v1/events', '/api/v1/applications', '/api/v1/webhooks', '/organizer'];
    for (const url of [
      ...lists,
      '/settings/api-keys',
      '/settings/webhooks',
      '/settings/licenses',
      '/claim?license=1350002',
    ]) {
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

  test('needs a session on every page and a key in every API, and otherwise leads to the sign-in page or the same 401', async () => {
    assert.ok(own);
    const nobody = {
      ...own,
      cookie: '__Host-vendor-compliance.session_token=forged',
      key: 'svc_pk_forged.forged',
    };
    const lists = ['/organizer', '/settings', '/settings/api-keys', '/api/v1/webhooks'];
    for (const template of [...addressesWithIds(service), ...lists]) {
      const url = fill(template, (name) => own?.ids[name] ?? '');
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) {
        const { status, location } = await askAs(nobody, service, method, url);
        if (status === 405) continue;
        if (url.startsWith('/api/')) assert.equal(status, 401, url);
        else assert.match(`${status} ${location}`, /^303 \/sign-in\?next=/, `${method} ${url}`);
      }
    }
  });

  test('is not revealed by operator URLs, which look like unknown URLs to anyone who is not an operator or ask them to sign in', async () => {
    assert.ok(own && foreign);
    const operator = await makeOperator(service);
    const ids: Readonly<Record<string, string>> = { ...foreign.ids, run: '1', file: '1' };
    const urls = listAddresses(service.app)
      .filter((each) => /^\/operator\b/.test(each))
      .map((template) => fill(template, (name) => ids[name] ?? ''));
    assert.ok(urls.length >= 18, `${urls.length} addresses`);
    const nobody = { ...own, cookie: '__Host-vendor-compliance.session_token=forged' };
    const earlier = await dump(database);
    for (const method of METHODS) {
      const unknown = withoutAddress(await askAs(own, service, method, '/operatorx'), '/operatorx');
      assert.equal(unknown.status, 404);
      for (const url of urls) {
        const what = `${method} ${url}`;
        assert.deepEqual(withoutAddress(await askAs(own, service, method, url), url), unknown, what);
        const answer = await askAs(nobody, service, method, url);
        if (answer.status === 303) assert.match(String(answer.location), /^\/sign-in\?next=/, what);
        else assert.deepEqual(withoutAddress(answer, url), unknown, what);
      }
    }
    assert.deepEqual(await dump(database), earlier, 'nothing was done');
    const seen = await Promise.all(urls.map((url) => askAs(operator, service, 'GET', url)));
    // These exclude POST-only URLs and the document URL of a claim without a document.
    const pages = seen.filter(({ status }) => status === 200);
    assert.ok(pages.length >= 11, `an operator sees ${pages.length} pages`);
  });
});

async function makePerson(
  { db }: TestDatabase,
  { services }: TestApp,
  name: string,
  truck: number,
): Promise<Somebody> {
  const account = { name, email: `${name}@organizer.example`, password: 'a password of tests' };
  const accountId = await services.accounts.createVerifiedAccount(account);
  const cookie = await signInWith(services.accounts, account);
  const question = { id: `${name}q`, label: 'Why?', type: 'text', required: false, options: [] };
  const id = await insertEvent(db, accountId, {
    name,
    questions: JSON.stringify([question]),
    status: 'Published',
  });
  const aid = await insertApplication(db, id);
  const action = randomUUID();
  const made = { id: action, event_id: id, action: 'message', made_at: NOW().toISOString(), undone_at: null };
  await db.insertInto('bulk_actions').values(made).execute();
  const apiKey = await services.apiKeys.create(accountId, name);
  const documentId = await uploadDocument(services, { accountId, eventId: id, applicationId: aid });
  // Only a draft can be changed in every way that its pages offer.
  await db.updateTable('events').set({ status: 'Draft' }).where('id', '=', id).execute();
  const claims = {
    claimId: await insertClaim(db, accountId, truck),
    ...(await insertVoice(db, accountId, truck)),
  };
  const pendingId = await insertClaim(db, accountId, 3, 'pending');
  const entry = await insertShortlisted(db, { id, name, truck });
  const team = await insertTeam(db, { services }, { accountId, email: account.email });
  const session = { accountId } as Parameters<typeof services.calendars.makeFeed>[0];
  const feed = new URL((await services.calendars.makeFeed(session, '')) ?? '');
  const webhook = await services.webhooks.create(accountId, `https://hooks.example/${name}`);
  const ids = {
    id,
    calendar: feed.searchParams.get('token') ?? '',
    aid,
    action,
    question: question.id,
    key: apiKey.id,
    ...claims,
    pendingId,
    ...team,
    document: documentId,
    entry,
    webhook: webhook.id,
    message: await services.webhooks.sendTest(accountId, webhook.id),
  };
  return { cookie, key: apiKey.key, ids };
}

/** Uploads a file as the applicant while the event is still published. Returns the file's ID. */
async function uploadDocument(
  { documents }: TestApp['services'],
  named: { accountId: string; eventId: string; applicationId: string },
): Promise<string> {
  const sent = await documents.upload(
    named.applicationId,
    'insurance_certificate',
    sampleUpload({ file: { name: 'scan.png', content: samplePng() } }),
  );
  assert.ok(sent.ok);
  const { documents: all } = await documents.getForOrganizer(named);
  return all.flatMap(({ files }) => files)[0]?.id ?? '';
}

async function makeMember(
  { db }: TestDatabase,
  { services }: TestApp,
  owner: Somebody,
  role: 'manager' | 'viewer',
): Promise<Somebody> {
  const account = { name: role, email: `${role}@member.example`, password: 'a password of tests' };
  const member_id = await services.accounts.createVerifiedAccount(account);
  const event = await db
    .selectFrom('events')
    .select('account_id')
    .where('id', '=', owner.ids.id ?? '')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('team_members')
    .values({ id: randomUUID(), ...event, member_id, role, joined_at: NOW().toISOString() })
    .execute();
  const { key } = await services.apiKeys.create(member_id, role);
  return { cookie: await signInWith(services.accounts, account), key, ids: {} };
}

/**
 * Inserts a member of the account's team, an invitation to it, another team that the account is in, and an
 * invitation that the account received.
 */
async function insertTeam(
  db: LedgerDb,
  { services }: Pick<TestApp, 'services'>,
  { accountId, email }: { readonly accountId: string; readonly email: string },
) {
  const other = await services.accounts.createVerifiedAccount({
    name: 'Other',
    email: `other-of-${email}`,
    password: 'a password of tests',
  });
  const at = NOW().toISOString();
  const member = { id: randomUUID(), role: 'viewer', joined_at: at };
  const membership = { ...member, id: randomUUID() };
  await db
    .insertInto('team_members')
    .values([
      { ...member, account_id: accountId, member_id: other },
      { ...membership, account_id: other, member_id: accountId },
    ])
    .execute();
  const token = randomBytes(24).toString('base64url');
  const sent = { id: randomUUID(), account_id: accountId, email: 'sent@member.example', role: 'viewer' };
  const got = { ...sent, id: randomUUID(), account_id: other, email };
  const lifetime = { created_at: at, expires_at: '2027-01-01T00:00:00.000Z' };
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  await db
    .insertInto('team_invitations')
    .values([
      { ...sent, ...lifetime, token_sha256: hashOf(sent.id) },
      { ...got, ...lifetime, token_sha256: hashOf(token) },
    ])
    .execute();
  return { memberId: member.id, membershipId: membership.id, invitationId: sent.id, token };
}

/** Inserts a vendor on the event's shortlist. */
async function insertShortlisted(
  db: LedgerDb,
  { id, name, truck }: { readonly id: string; readonly name: string; readonly truck: number },
): Promise<string> {
  const row = {
    id: randomUUID(),
    event_id: id,
    vendor_id: vendorOfTruck(truck),
    typed_name: 'x',
    typed_number: '',
    name: 'x',
    license_number: 'x',
    city: '',
    added_at: NOW().toISOString(),
    added_by: name,
    verdict: 'CLEAR',
    decided_at: NOW().toISOString(),
    event_date: '2026-05-03',
    receipt_number: 'x',
  };
  await db.insertInto('shortlisted_vendors').values(row).execute();
  return row.id;
}

/** Inserts a pending reply and an open dispute about the truck's first visit. */
async function insertVoice(db: LedgerDb, accountId: string, truck: number) {
  const at = NOW().toISOString();
  const common = {
    account_id: accountId,
    ...licenseOfTruck(truck),
    vendor_id: vendorOfTruck(truck),
    text: 'x',
    note: '',
    created_at: at,
    updated_at: at,
  };
  const reply = { id: randomUUID(), ...common, state: 'pending', reports: 0, published_at: null };
  await db.insertInto('replies').values(reply).execute();
  const row = { visited_on: '2025-07-01', total: 2, high_priority: 1, intermediate: 0, basic: 1 };
  const dispute = {
    id: randomUUID(),
    ...common,
    visit_id: visitOf(truck),
    category: null,
    row: JSON.stringify(row),
    told_regulator: 'yes',
    state: 'pending_review',
    open_place: 1,
    due_on: '2026-04-15',
  };
  await db.insertInto('disputes').values(dispute).execute();
  return { replyId: reply.id, disputeId: dispute.id };
}

/** Returns every URL with an ID in the keyed API and on pages for signed-in users. */
function addressesWithIds(service: TestApp): string[] {
  return listAddresses(service.app).filter((each) =>
    /^\/(organizer|settings|api\/v1\/(events|webhooks))\/.*:/.test(each),
  );
}

/**
 * Fills in a URL template. What `:id` refers to depends on the page. The URL for entering a code gets the
 * pending claim.
 */
function fill(template: string, idOf: (name: string) => string): string {
  const named = template
    .replace('/api-keys/:id', '/api-keys/:key')
    .replace('/webhooks/:id', '/webhooks/:webhook')
    .replace(':message_id', ':message')
    .replace(/:claimId(?=\/(code|ask-again)$)/, ':pendingId')
    .replace('/operator/claims/:id', '/operator/claims/:pendingId')
    .replace('/operator/replies/:id', '/operator/replies/:replyId')
    .replace('/operator/disputes/:id', '/operator/disputes/:disputeId');
  return named.replace(/:(\w+)/g, (_whole, name: string) => idOf(name));
}

/** Sends a request as a person. Returns the response without the parts that always differ. */
async function askAs(
  { cookie, key }: Somebody,
  { app }: TestApp,
  method: (typeof METHODS)[number],
  url: string,
) {
  const isForm = !url.startsWith('/api/');
  const answer = await app.inject({
    method,
    url,
    headers: {
      cookie,
      authorization: `Bearer ${key}`,
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' && isForm ? { payload: new URLSearchParams(FORM).toString() } : {}),
    ...(method === 'PATCH' && !isForm ? { payload: BODY } : {}),
  });
  const { 'x-request-id': requestId, date: _date, ...headers } = answer.headers;
  const body = withoutSwitch(answer.body.replaceAll(String(requestId), ''));
  const length = body === answer.body ? headers['content-length'] : String(body.length);
  return {
    status: answer.statusCode,
    location: headers.location,
    headers: { ...headers, 'content-length': length },
    body,
  };
}

/** Removes the path from the message, and the length, which depends on the path. */
function withoutAddress(
  { headers: { 'content-length': _, ...headers }, body, ...answer }: Awaited<ReturnType<typeof askAs>>,
  url: string,
) {
  return { ...answer, headers, body: body.replace(url, '') };
}

async function makeOperator(app: TestApp): Promise<Somebody> {
  const account = { name: 'Ola', email: 'ola@operator.example', password: 'a password of tests' };
  await app.services.accounts.createVerifiedAccount(account);
  return { cookie: await signInOperator(app, account), key: '', ids: {} };
}

/**
 * Returns all data in a fixed order, except for the time when a key was last used. That time is recorded by
 * the minute, so a request may change it.
 */
async function dump({ db }: TestDatabase): Promise<unknown[]> {
  const all = await Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()));
  return all.map((rows) => rows.map((row) => JSON.stringify({ ...row, last_used_at: null })).sort());
}
