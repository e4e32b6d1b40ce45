import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { type ClaimServer, openClaimServer } from '../support/claim-pages.ts';
import { CODE, CONTACT, PDF, publishLicenses, TRUCK } from '../support/claimed-licenses.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';

const HOSTILE = `<script>alert("1")</script>'"&`;

describeEngines('the operators’ pages', (open) => {
  let database: TestDatabase;
  let server: ClaimServer;

  beforeEach(async () => {
    database = await open();
    server = await openClaimServer(database);
    await publishLicenses(database, '2026-03-01');
  });
  afterEach(async () => {
    await server.app.close();
    await database.close();
  });

  const claimBy = async (name: 'lola' | 'max', proof = 'post', filename = 'license.pdf'): Promise<string> => {
    const file = proof === 'document' ? { name: filename, content: PDF } : undefined;
    const made = await server.claims.claim(server.accounts[name], TRUCK, proof, file);
    assert.ok(made.ok);
    return made.value.id;
  };
  const stateOf = async (id: string) => (await server.claims.getForOperator(id)).state;

  test('return 404 to an account that is not an operator, and redirect a signed-out visitor to the sign-in page', async () => {
    const id = await claimBy('lola', 'document');
    const gets = [
      '',
      '/claims',
      '/log',
      `/claims/${id}`,
      `/claims/${id}/document`,
      `/claims/${randomUUID()}`,
    ];
    const posts = ['letter', 'verify', 'reject', 'release'].map((step) => `/claims/${id}/${step}`);
    const strip = ({ status, headers, body }: Awaited<ReturnType<ClaimServer['get']>>, path: string) => ({
      status,
      headers: Object.entries(headers).filter(
        ([name]) => !['x-request-id', 'date', 'content-length'].includes(name),
      ),
      body: body.replace(path, 'PATH'),
    });
    const unknown = strip(await server.get('/operatorx', 'max'), '/operatorx');
    assert.equal(unknown.status, 404);
    for (const path of gets.map((each) => `/operator${each}`)) {
      for (const cookie of ['max', 'lola'])
        assert.deepEqual(strip(await server.get(path, cookie), path), unknown, path);
      const nobody = await server.get(path, '');
      assert.deepEqual(
        [nobody.status, nobody.headers.location],
        [303, `/sign-in?${new URLSearchParams({ next: path })}`],
      );
      assert.notEqual((await server.get(path, 'ola')).status, 303);
    }
    for (const path of posts.map((each) => `/operator${each}`)) {
      const theirs = strip(await server.post(path, { note: 'x' }, 'max'), path);
      const none = strip(await server.post('/operatorx', { note: 'x' }, 'max'), '/operatorx');
      assert.deepEqual(theirs, none, path);
      assert.equal((await server.post(path, {}, '')).status, 303);
    }
    assert.equal(await stateOf(id), 'pending');
    assert.equal((await server.get('/operator/claims', 'ola')).status, 200);
  });

  test('deny access to a former operator starting with the next request', async () => {
    await database.db.deleteFrom('operators').execute();
    assert.equal((await server.get('/operator', 'ola')).status, 404);
  });

  test('show on the first page how many items are pending in each section', async () => {
    await claimBy('lola');
    const page = (await server.get('/operator', 'ola')).body;
    assert.match(page, /<a href="\/operator\/claims">Claims<\/a><\/th><td>1 waiting/);
    assert.match(page, /<a href="\/operator\/replies">Replies<\/a><\/th><td>7 waiting/);
    assert.match(page, /<a href="\/operator\/log">Log<\/a>/);
  });

  test('show a letter’s address and code only once, in the uncached response to its form', async () => {
    const id = await claimBy('lola');
    const details = (await server.get(`/operator/claims/${id}`, 'ola')).body;
    assert.match(details, /on file; it stands on the letter/);
    const letter = await server.post(`/operator/claims/${id}/letter`, { printed: '' }, 'ola');
    assert.deepEqual([letter.status, letter.headers['cache-control']], [200, 'no-store']);
    for (const text of ['ACDE-3467', ...CONTACT.slice(0, 4), 'PELICAN MOBILE FOODS LLC'])
      assert.ok(letter.body.includes(text), text);
    assert.ok(!letter.body.includes(CONTACT[4] ?? '?'), 'no phone in a letter');
    const reload = await server.post(`/operator/claims/${id}/letter`, { printed: '' }, 'ola');
    assert.equal(reload.status, 422);
    assert.match(reload.body, /It is shown once/);
    assert.ok(!reload.body.includes('ACDE-3467'));
    assert.deepEqual(await server.claims.enterCode(server.accounts.lola, id, CODE), { status: 'verified' });
  });

  test('show the phone number and the code on the call sheet, but not the address', async () => {
    const id = await claimBy('lola', 'phone');
    const sheet = (await server.post(`/operator/claims/${id}/letter`, { printed: '' }, 'ola')).body;
    assert.ok(sheet.includes('ACDE-3467') && sheet.includes('850.555.0101'));
    assert.ok(!sheet.includes(CONTACT[1] ?? '?'));
  });

  test('let an operator decide a claim, and log who did what', async () => {
    const first = await claimBy('lola');
    const second = await claimBy('max', 'document');
    const decide = (id: string, step: string, note = '') =>
      server.post(`/operator/claims/${id}/${step}`, { note }, 'ola');
    assert.equal((await decide(first, 'verify')).headers.location, `/operator/claims/${first}?done=verified`);
    const refused = await decide(second, 'verify');
    assert.equal(refused.status, 422);
    assert.match(refused.body, /lola@events\.example is the verified owner/);
    const bare = await decide(second, 'reject', ' ');
    assert.match(bare.body, /<a href="#note">Write to the claimant why/);
    assert.equal((await decide(second, 'reject', HOSTILE)).status, 303);
    assert.equal((await decide(first, 'release', 'Sold.')).status, 303);
    assert.deepEqual([await stateOf(first), await stateOf(second)], ['released', 'rejected']);
    const pages = [
      (await server.get('/operator/log', 'ola')).body,
      (await server.get(`/operator/claims/${second}`, 'ola')).body,
      (await server.get('/settings/licenses', 'max')).body,
    ];
    for (const page of pages) assert.ok(page.includes('&#60;script&#62;') && !page.includes('<script'));
    assert.match(pages[0] ?? '', /ola@events\.example<\/td><td>claim\.release/);
    assert.equal((await decide(randomUUID(), 'verify')).status, 404);
    assert.equal((await decide('%00', 'verify')).status, 404);
  });

  test('serve a document as a sandboxed download under our own file name, and log the download', async () => {
    const id = await claimBy('lola', 'document', `"${HOSTILE}\r\nx: y.pdf`);
    const page = (await server.get(`/operator/claims/${id}`, 'ola')).body;
    assert.ok(!page.includes('<script'));
    const file = await server.get(`/operator/claims/${id}/document`, 'ola');
    assert.deepEqual(
      [
        'content-type',
        'content-disposition',
        'content-security-policy',
        'x-content-type-options',
        'cache-control',
      ].map((name) => file.headers[name]),
      ['application/pdf', `attachment; filename="claim-${id}.pdf"`, 'sandbox', 'nosniff', 'no-store'],
    );
    assert.equal(file.body, PDF.toString());
    assert.match((await server.get('/operator/log', 'ola')).body, /claim\.document/);
    assert.equal((await server.get(`/operator/claims/${await claimBy('max')}/document`, 'ola')).status, 404);
  });

  test('list claims by state, with the oldest pending claim first', async () => {
    const first = await claimBy('lola');
    const second = await claimBy('max');
    await server.claims.reject('cli', first, 'No.');
    const ids = async (state: string) =>
      [
        ...(await server.get(`/operator/claims?state=${state}`, 'ola')).body.matchAll(
          /claims\/([\da-f-]{36})/g,
        ),
      ].map(([, id]) => id);
    assert.deepEqual(
      [await ids('pending'), await ids('rejected'), await ids('%00')],
      [[second], [first], [second]],
    );
  });
});
