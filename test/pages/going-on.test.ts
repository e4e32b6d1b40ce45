import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createLogger } from '../../src/platform/log/log.ts';
import { publishLicenses, TRUCK } from '../support/claimed-licenses.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { HOSTILE_PATHS } from '../support/hostile-paths.ts';
import { withoutSwitch } from '../support/page-checks.ts';

const BASE_URL = 'https://vendors.example';
const EMAIL = 'lola@example.com';
const PASSWORD = 'three words together';
const CLAIM = `/claim?license=${TRUCK}`;
const NEXT = new URLSearchParams({ next: CLAIM }).toString();

/**
 * A visitor who has to sign up, sign in, or choose a new password returns afterward to the page that required
 * it.
 */
describeEngines('returning to a page after signing up or in', (open) => {
  let database: TestDatabase;
  let service: TestApp;

  before(async () => {
    database = await open();
    await publishLicenses(database, '2026-03-01');
    // The accounts library expires emailed links by the machine's clock.
    service = await openTestApp(database, {}, createLogger('silent'), () => new Date());
  });
  beforeEach(async () => {
    for (const table of ['mails', 'verifications', 'kept_counts', 'accounts'] as const)
      await database.db.deleteFrom(table).execute();
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  const get = async (url: string, cookie = '') => {
    const { status, body, headers } = await service.get(url, { cookie });
    const text = body.replaceAll('&#61;', '=').replaceAll('&#38;', '&').replaceAll('&amp;', '&');
    return { status, body: text, location: headers.location };
  };
  const post = async (url: string, form: Record<string, string>) => {
    const answer = await service.app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const body = answer.body.replaceAll('&#61;', '=');
    return { status: answer.statusCode, body, location: answer.headers.location, cookie };
  };
  const mailed = async () => {
    const rows = await database.db.selectFrom('mails').select('body').execute();
    await database.db.deleteFrom('mails').execute();
    const body = rows.map((row) => row.body).find((text) => text.includes('?token=')) ?? '';
    const token = /\?token=([\w-]{43})$/m.exec(body)?.[1] ?? '';
    assert.notEqual(token, '', 'a mail with a link that ends with its token');
    return { body, token };
  };
  const signUp = async (form: Record<string, string> = {}) =>
    post('/sign-up', { name: 'Lola', email: EMAIL, password: PASSWORD, ...form });

  test('leads from “Claim this license” through sign-up and the email back to the claim', async () => {
    const claim = await get(CLAIM);
    assert.equal(claim.status, 200);
    assert.ok(claim.body.includes(TRUCK) && claim.body.includes(`href="/sign-in?${NEXT}"`), claim.body);
    assert.doesNotMatch(claim.body, /type="file"/);
    const form = await get(/href="(\/sign-up\?[^"]+)"/.exec(claim.body)?.[1] ?? '');
    assert.ok(form.body.includes(`name="next" value="${CLAIM}"`));
    assert.ok(form.body.includes(`href="/sign-in?${NEXT}"`));

    const wrong = await signUp({ next: CLAIM, password: 'short' });
    assert.ok(wrong.status === 422 && wrong.body.includes(`name="next" value="${CLAIM}"`));
    const sent = await signUp({ next: CLAIM });
    assert.deepEqual([sent.status, sent.location], [303, `/sign-up?sent&${NEXT}`]);
    // The test service does not have an email server.
    const told = (await get(`${sent.location}`)).body;
    assert.match(told, /doesn’t have an email server\. Instead, it saves emails as files/);
    assert.doesNotMatch(told, /spam folder/);
    assert.ok((await get(`${sent.location}`)).body.includes(`href="/confirm-email/again?${NEXT}"`));

    const { body, token } = await mailed();
    assert.doesNotMatch(body, /claim|next/, 'a stranger writes nothing into the mail');
    const confirmed = await post('/confirm-email', { token, password: PASSWORD });
    assert.deepEqual([confirmed.status, confirmed.location], [303, CLAIM]);
    const back = await get(CLAIM, confirmed.cookie);
    assert.match(back.body, /How will you prove that it’s yours\?/);
    assert.equal((await get(`/sign-in?${NEXT}`, confirmed.cookie)).location, CLAIM);
  });

  test('works with a resent link and a new password, and otherwise leads to the organizer’s page', async () => {
    await signUp();
    const again = await post('/confirm-email/again', { email: EMAIL, next: CLAIM });
    assert.equal(again.location, `/confirm-email/again?sent&${NEXT}`);
    await database.db.deleteFrom('mails').where('body', 'not like', '%confirm-email%').execute();
    const links = await database.db.selectFrom('mails').select('body').orderBy('created_at').execute();
    const tokens = links.map(({ body }) => /\?token=([\w-]{43})/.exec(body)?.[1] ?? '');
    assert.equal(tokens.length, 2);
    const outcomes = await Promise.all(
      tokens.map((token) => service.services.accounts.findLinkAddress('confirm-email', token)),
    );
    assert.deepEqual(outcomes, [EMAIL, EMAIL]);
    const values = await database.db.selectFrom('verifications').select('value').execute();
    assert.deepEqual(values.map(({ value }) => value.split(' ')[1]).sort(), [CLAIM, undefined]);
    await database.db.deleteFrom('mails').execute();

    const asked = await post('/forgot-password', { email: EMAIL, next: CLAIM });
    assert.equal(asked.location, `/forgot-password?sent&${NEXT}`);
    const { token, body } = await mailed();
    assert.doesNotMatch(body, /claim|next/);
    const reset = await post('/reset-password', { token, password: PASSWORD });
    assert.equal(reset.location, `/sign-in?reset&${NEXT}`);
    assert.ok((await get(`${reset.location}`)).body.includes(`name="next" value="${CLAIM}"`));
    const signedIn = await post('/sign-in', { email: EMAIL, password: PASSWORD, next: CLAIM });
    assert.equal(signedIn.location, CLAIM);
    const plain = await post('/sign-in', { email: EMAIL, password: PASSWORD });
    assert.equal(plain.location, '/home?arrived');
  });

  test('works from every page that needs an account, even for a visitor who does not have one', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const pages = [
      '/organizer',
      `/organizer/events/${id}?status=approved`,
      '/settings/licenses',
      `/settings/licenses/${id}/portal`,
      '/settings/api-keys',
      '/operator',
    ];
    for (const url of pages) {
      const { location } = await get(url);
      const next = new URLSearchParams({ next: url }).toString();
      assert.equal(location, `/sign-in?${next}`, url);
      assert.ok((await get(`${location}`)).body.includes(`href="/sign-up?${next}"`), url);
    }
    for (const query of ['x'.repeat(600), 'a\\b'])
      assert.equal((await get(`/settings?x=${query}`)).location, '/sign-in', query.slice(0, 10));
  });

  test('returns to the form’s page without what was typed if the session ended before the form was sent', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const forms = [
      ['/claim', '/claim'],
      ['/claim?license=x', '/claim'],
      ['/settings/password', '/settings'],
      ['/confirm-new-email', '/confirm-new-email'],
      [`/settings/licenses/${id}/code`, '/settings/licenses'],
      [`/settings/licenses/${id}/release`, `/settings/licenses/${id}/release`],
      [`/settings/licenses/${id}/reply/withdraw`, `/settings/licenses/${id}/reply`],
      ['/settings/api-keys', '/settings/api-keys'],
      [`/organizer/events/${id}/publish`, `/organizer/events/${id}`],
      [`/organizer/events/${id}/questions/0/remove`, `/organizer/events/${id}/questions/0/remove`],
      [`/organizer/events/${id}/applications/${id}/status`, `/organizer/events/${id}/applications/${id}`],
      ['/organizer/events', '/organizer'],
      ['/operator/mail/1/retry', '/operator/mail'],
    ];
    for (const [url = '', page = ''] of forms) {
      const { status, location } = await post(url, { license: TRUCK, typed: 'never told' });
      assert.deepEqual([status, location], [303, `/sign-in?${new URLSearchParams({ next: page })}`], url);
      assert.notEqual((await get(page)).status, 404, page);
    }
    const hostile = await post('/settings/licenses/%2F%2Felsewhere.example/code', {});
    assert.equal(hostile.location, '/sign-in?next=%2Fsettings%2Flicenses');
    const deeper = await post('/settings/licenses/%2F%2Felsewhere.example/release', {});
    assert.equal(
      deeper.location,
      `/sign-in?${new URLSearchParams({ next: '/settings/licenses/%2F%2Felsewhere.example/release' })}`,
    );
  });

  test('works from the sign-up page for a visitor who already has an account', async () => {
    const typed = { name: 'Lola', email: EMAIL, password: PASSWORD };
    await service.services.accounts.createVerifiedAccount(typed);
    const sent = await signUp({ next: CLAIM });
    assert.ok((await get(`${sent.location}`)).body.includes(`href="/sign-in?${NEXT}"`));
    const [mail] = await database.db.selectFrom('mails').select(['subject', 'body']).execute();
    assert.equal(mail?.subject, 'You already have an account');
    assert.doesNotMatch(mail?.body ?? '', /claim|next/, 'a stranger writes nothing into the mail');
  });

  test('never lets `next` lead to another site or inject text into a header or an email', async () => {
    await service.services.accounts.createVerifiedAccount({
      name: 'Ada',
      email: 'ada@example.com',
      password: PASSWORD,
    });
    const ada = await post('/sign-in', { email: 'ada@example.com', password: PASSWORD });
    const isPlain = (text: string) => !/elsewhere|javascript:|data:text/.test(text);
    // A value that contains U+0000 is rejected outright.
    for (const next of HOSTILE_PATHS.filter((path) => !path.includes('\0'))) {
      const query = `?${new URLSearchParams({ next })}`;
      for (const page of [
        '/sign-in',
        '/sign-up',
        '/sign-up?sent',
        '/confirm-email/again',
        '/forgot-password',
      ]) {
        const shown = await get(`${page}${page.includes('?') ? query.replace('?', '&') : query}`);
        // The language switch's link contains the typed text, which the linked page rejects in turn.
        const body = withoutSwitch(shown.body);
        assert.ok(shown.status === 200 && isPlain(body), `${page} ${JSON.stringify(next)}`);
        assert.doesNotMatch(body, /name="next"|[?&]next=/, `${page} ${JSON.stringify(next)}`);
      }
      assert.equal(
        (await get(`/sign-in${query}`, ada.cookie)).location,
        '/home?arrived',
        JSON.stringify(next),
      );
    }
    for (const next of HOSTILE_PATHS.slice(0, 4)) {
      const signedIn = await post('/sign-in', { email: 'ada@example.com', password: PASSWORD, next });
      assert.deepEqual([signedIn.status, signedIn.location], [303, '/home?arrived'], JSON.stringify(next));
      const sent = await post('/forgot-password', { email: 'ada@example.com', next });
      assert.equal(sent.location, '/forgot-password?sent');
    }
    const [hostile = ''] = HOSTILE_PATHS;
    assert.equal((await signUp({ next: hostile })).location, '/sign-up?sent');
    const typed = { name: 'Mel', email: 'mel@example.com', password: PASSWORD, next: hostile };
    await service.services.accounts.signUp(typed);
    const rows = await database.db.selectFrom('verifications').select('value').execute();
    for (const { value } of rows) assert.doesNotMatch(value, /[^\da-f-]/);
  });

  test('ignores an invalid `next` that is stored in the database', async () => {
    for (const next of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example']) {
      await database.db.deleteFrom('accounts').execute();
      await database.db.deleteFrom('mails').execute();
      await database.db.deleteFrom('kept_counts').execute();
      await signUp();
      const { token } = await mailed();
      const account = await database.db.selectFrom('accounts').select('id').executeTakeFirst();
      await database.db
        .updateTable('verifications')
        .set({ value: `${account?.id} ${next}` })
        .execute();
      const confirmed = await post('/confirm-email', { token, password: PASSWORD });
      assert.deepEqual([confirmed.status, confirmed.location], [303, '/home?arrived'], JSON.stringify(next));
    }
  });

  test('returns the claim form, the form with an error, or 405, and never asks the visitor to sign in', async () => {
    const empty = await get('/claim');
    assert.ok(empty.status === 200 && empty.body.includes('name="license"'));
    assert.ok(empty.body.includes(`<link rel="canonical" href="${BASE_URL}/claim">`));
    assert.doesNotMatch(empty.body, /noindex/);
    const unknown = await get('/claim?license=MFD0000000');
    assert.ok(unknown.status === 422 && unknown.body.includes('id="license-error"'));
    assert.match((await get(CLAIM)).body, /noindex/);
    const forged = await get('/claim?license=%22%3E%3Cscript%3E');
    assert.ok(forged.status === 422 && !forged.body.includes('<script'));
    const put = await service.app.inject({ method: 'PUT', url: '/claim' });
    assert.deepEqual([put.statusCode, put.headers.allow], [405, 'GET, HEAD, OPTIONS, POST']);
  });
});
