import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { assertSoundPage } from '../support/application-samples.ts';
import { openTestApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { assertLoadsNothingFromElsewhere } from '../support/page-checks.ts';

const PAGE = '/settings/data';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PASSWORD = 'three words together';
const FAY = { name: 'Fay Quillfeather', email: 'fay@quillfeather.example', password: PASSWORD };
const GUS = { name: 'Gus Other', email: 'gus@other.example', password: PASSWORD };

describeEngines('the page “Your data”', (open) => {
  test('gives a signed-in user one ZIP file after the password is entered, and nothing to anyone else', async () => {
    const database = await open();
    const { app, services } = await openTestApp(database);
    for (const each of [FAY, GUS]) await services.accounts.createVerifiedAccount(each);
    const enter = await app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: FORM,
      payload: new URLSearchParams({ email: FAY.email, password: PASSWORD }).toString(),
    });
    const cookie = [enter.headers['set-cookie'] ?? []]
      .flat()
      .map((each) => each.split(';')[0])
      .join('; ');
    const post = (password: string, headers: Record<string, string> = { cookie }, page = PAGE) =>
      app.inject({
        method: 'POST',
        url: page,
        headers: { ...FORM, ...headers },
        payload: new URLSearchParams({ password }).toString(),
      });
    assert.equal((await post(PASSWORD, {})).statusCode, 303, 'who is not signed in is asked to');
    const settings = await app.inject({ url: '/settings', headers: { cookie } });
    assert.match(settings.body, new RegExp(`href="${PAGE}"`));
    const wrong = await post('something else');
    assert.deepEqual([wrong.statusCode, /This isn’t your password/.test(wrong.body)], [422, true]);
    const empty = await post('');
    assert.deepEqual([empty.statusCode, /Type your password\./.test(empty.body)], [422, true]);
    const spanish = await app.inject({ url: `/es${PAGE}`, headers: { cookie } });
    assert.match(spanish.body, /Descargar sus datos/);
    const english = await app.inject({ url: PAGE, headers: { cookie } });
    for (const { body } of [english, spanish, wrong]) {
      assertSoundPage(body);
      assertLoadsNothingFromElsewhere(body);
    }
    assert.match(english.body, /<p class="kicker"><a href="\/settings">Settings<\/a><\/p>/);
    assert.match(spanish.body, /<p class="kicker"><a href="\/es\/settings">Ajustes<\/a><\/p>/);
    const given = await post(PASSWORD);
    assert.deepEqual(
      [given.statusCode, given.headers['content-type'], given.headers['content-disposition']],
      [200, 'application/zip', 'attachment; filename="your-data.zip"'],
    );
    assert.match(String(given.headers['cache-control']), /no-store/);
    const text = strFromU8(unzipSync(given.rawPayload)['data.json'] ?? new Uint8Array());
    const { tables } = JSON.parse(text);
    assert.deepEqual(
      tables.accounts.rows.map(({ name, email }: { name: string; email: string }) => [name, email]),
      [[FAY.name, FAY.email]],
    );
    assert.ok(!text.includes(GUS.email));
    await app.close();
    await database.close();
  });
});
