import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt } from '../../src/accounts/second-factor/second-factor-codes.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

const EMAIL = 'fay@x.example';
const PASSWORD = 'three words together';
const PAGE = '/settings/second-factor';

/** A simulated browser that stores cookies and does not follow redirects. */
function browserOf({ app }: TestApp) {
  const cookies = new Map<string, string>();
  const ask = async (method: 'GET' | 'POST', url: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      method,
      url,
      headers: { ...(cookie && { cookie }) },
      ...(form && {
        payload: new URLSearchParams(form).toString(),
        headers: { ...(cookie && { cookie }), 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
    for (const each of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = each.split(';')[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    return {
      status: answer.statusCode,
      location: answer.headers.location,
      body: answer.body,
      headers: answer.headers,
    };
  };
  return {
    get: (url: string) => ask('GET', url),
    post: (url: string, form: Record<string, string>) => ask('POST', url, form),
  };
}

describeEngines('the second-factor pages', (open) => {
  test('set up the second factor, ask for it before showing the requested page, and turn it off', async () => {
    const database = await open();
    const world = await openTestApp(database);
    await world.services.accounts.createVerifiedAccount({ name: 'Fay', email: EMAIL, password: PASSWORD });
    const mine = browserOf(world);
    assert.equal((await mine.post('/sign-in', { email: EMAIL, password: PASSWORD })).status, 303);
    assert.match((await mine.get('/settings')).body, new RegExp(`href="${PAGE}"`));
    const wrong = await mine.post(`${PAGE}/begin`, { factor_password: 'something else' });
    assert.deepEqual([wrong.status, /This isn’t your password/.test(wrong.body)], [422, true]);
    assert.equal((await mine.post(`${PAGE}/begin`, { factor_password: PASSWORD })).location, PAGE);
    const pending = await mine.get(PAGE);
    assert.match(pending.body, /<svg viewBox="0 0 (\d+) \1"/);
    assert.match(String(pending.headers['cache-control']), /no-store|private/);
    const secret = (/<strong class="number">([A-Z2-7 ]+)<\/strong>/.exec(pending.body)?.[1] ?? '').replaceAll(
      ' ',
      '',
    );
    const href = /href="(otpauth:[^"]*)"/.exec(pending.body)?.[1]?.replaceAll('&#61;', '=');
    assert.match(href ?? '', new RegExp(`^otpauth://totp/.*secret=${secret}`));
    assert.equal((await mine.post(`${PAGE}/confirm`, { code: '000000' })).status, 422);
    const shown = await mine.post(`${PAGE}/confirm`, {
      code: codeAt(secret, world.services.now().getTime()),
    });
    const codes = [...shown.body.matchAll(/<li><strong class="number">([\w-]+)<\/strong>/g)].map(
      ([, code]) => code ?? '',
    );
    assert.deepEqual([shown.status, codes.length], [200, 10]);
    assert.match((await mine.get(PAGE)).body, /You have 10 recovery codes left/);
    assert.ok(!(await mine.get(PAGE)).body.includes(codes[0] ?? '-'));

    const other = browserOf(world);
    const entered = await other.post('/sign-in', {
      email: EMAIL,
      password: PASSWORD,
      next: '/settings/team',
    });
    assert.equal(entered.location, '/sign-in/code?next=%2Fsettings%2Fteam');
    for (const [asked, sent] of [
      ['/settings', '/sign-in?next=%2Fsettings'],
      ['/sign-in?next=%2Fsettings', '/sign-in/code?next=%2Fsettings'],
    ] as const)
      assert.equal((await other.get(asked)).location, sent);
    const form = await other.get('/sign-in/code?next=%2Fsettings%2Fteam');
    assert.match(form.body, /autocomplete="one-time-code"/);
    assert.match(form.body, /name="next" value="\/settings\/team"/);
    const refused = await other.post('/sign-in/code', { code: '12345', next: '/settings/team' });
    assert.equal(refused.status, 422);
    assert.match(refused.body, /href="#code".*This code doesn’t work right now/s);
    assert.match((await other.post('/sign-in/code', { code: ' ' })).body, /href="#code".*Type the code\./s);
    assert.equal((await other.get('/settings')).status, 303);
    const passed = await other.post('/sign-in/code', { code: codes[0] ?? '', next: '/settings/team' });
    assert.equal(passed.location, `${PAGE}?recovery&next=%2Fsettings%2Fteam`);
    const after = await other.get(`${passed.location}`);
    assert.match(
      after.body,
      /role="status">You’re signed in\. The recovery code.*href="\/settings\/team">Continue/s,
    );
    assert.match(after.body, /9 recovery codes left.*Got a new phone/s);
    const later = await other.get(PAGE);
    assert.doesNotMatch(later.body, /You’re signed in\./);
    assert.match(later.body, /<p class="kicker"><a href="\/settings">Settings<\/a><\/p>\n<h1>/);
    assert.equal((await other.get('/settings')).status, 200);
    assert.equal((await other.get('/sign-in/code')).location, '/sign-in');

    const off = (code: string) => other.post(`${PAGE}/off`, { off_password: PASSWORD, off_code: code });
    const no = await off('99');
    assert.deepEqual(
      [no.status, /href="#off_code"/.test(no.body), /id="off_code"/.test(no.body)],
      [422, true, true],
    );
    assert.equal((await off(codes[1] ?? '')).location, '/settings?done=factor-off');
    assert.match((await other.get('/settings?done=factor-off')).body, /Your|The second factor is off/);
    await world.app.close();
    await database.close();
  });

  test('are in Spanish, show nothing to a signed-out visitor, and never redirect to another site', async () => {
    const database = await open();
    const world = await openTestApp(database);
    const stranger = browserOf(world);
    assert.equal((await stranger.get(`/es${PAGE}`)).location, '/es/sign-in?next=%2Fsettings%2Fsecond-factor');
    assert.equal((await stranger.get('/sign-in/code')).location, '/sign-in');
    assert.equal((await stranger.post('/sign-in/code', { code: '123456' })).location, '/sign-in?late');
    assert.match((await stranger.get('/sign-in?late')).body, /Please type it again/);
    await world.services.accounts.createVerifiedAccount({ name: 'Fay', email: EMAIL, password: PASSWORD });
    await stranger.post('/es/sign-in', { email: EMAIL, password: PASSWORD });
    const page = await stranger.get(`/es${PAGE}`);
    assert.equal(page.status, 200);
    assert.match(page.body, /<h1>Segundo factor<\/h1>/);
    assert.match(page.body, new RegExp(`action="/es${PAGE}/begin"`));
    const away = await stranger.post('/sign-in/code', { code: '1', next: 'https://else.example/' });
    assert.equal(away.location, '/home?arrived');
    await world.app.close();
    await database.close();
  });
});
