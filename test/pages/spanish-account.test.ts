import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../support/account-service.ts';
import { describeEngines } from '../support/engines.ts';
import { englishLeft, englishLines } from '../support/english-left.ts';
import { type Answer, tokenOf, useAccountPages } from './support/account-pages.ts';

test('English text is found in a Spanish page’s title, labels, and body', () => {
  const page = (main: string, title = 'Ajustes') =>
    `<!doctype html><html lang="es"><head><title>${title}</title></head><body><main>${main}</main></body></html>`;
  assert.deepEqual(
    englishLeft(page('<p>Revise su correo</p><br><span lang="en">the <b>file</b> is</span>')),
    [],
  );
  assert.deepEqual(englishLeft(page('<p>Revise</p>', 'Check your mail')), ['Check your mail']);
  assert.deepEqual(englishLeft(page('<nav aria-label="Your team"></nav>')), ['Your team']);
  assert.deepEqual(englishLeft(page('<span lang="en">a</span><p>Look at the\n record</p>')), [
    'Look at the record',
  ]);
  assert.deepEqual(englishLeft(page('<p>The Taco Truck, vigente</p>'), ['The Taco Truck']), []);
  assert.deepEqual(englishLines('Hola\n> the\nhttps://is.it.example/the'), []);
  assert.deepEqual(englishLines('Hola\nYour licenses: x'), ['Your licenses: x']);
});

describeEngines('accounts in Spanish', (open) => {
  const { bench, get, post, mailedLink, signIn, join } = useAccountPages(open);
  const assertSpanish = (answer: Answer, says: RegExp, status = 200) => {
    assert.equal(answer.statusCode, status);
    assert.match(answer.body, /<html lang="es">/);
    assert.match(answer.body, says);
    assert.deepEqual(englishLeft(answer.body, ['Ada']), []);
  };
  const cookiesOf = ({ headers }: Answer) => `${[headers['set-cookie']].flat()[0]}`.split(';')[0] ?? '';
  /** Returns the subjects of the queued emails, after asserting that each email is in Spanish. */
  const spanishMails = async () => {
    const mails = await bench.mails();
    for (const { subject, body } of mails) {
      assert.deepEqual(englishLines(`${subject}\n${body}`), []);
      assert.doesNotMatch(body, /vendors\.example\/(?!es\/)/, 'its links lead to Spanish pages');
    }
    return mails.map(({ subject }) => subject);
  };

  test('sign-up, confirmation, and sign-in are in Spanish from the first page to the last email', async () => {
    assertSpanish(await get('/es/sign-up'), /<h1>Crear una cuenta<\/h1>/);
    const refused = await post('/es/sign-up', { name: '', email: 'x', password: 'ada' });
    assertSpanish(refused, /Use al menos 10 caracteres\..*nombre@example\.com|nombre@example\.com/s, 422);
    const typed = { name: 'Ada', email: 'ada@example.com', password: PASSWORD };
    for (const password of ['password123', 'abcdefghijkl', 'ada@example.com', 'x'.repeat(201)])
      assertSpanish(await post('/es/sign-up', { ...typed, password }), /id="password-error"/, 422);
    const sent = await post('/es/sign-up', typed);
    assert.equal(sent.headers.location, '/es/sign-up?sent');
    assertSpanish(await get('/es/sign-up?sent'), /Revise su correo/);
    const [mail] = await bench.db.selectFrom('mails').selectAll().execute();
    assert.deepEqual([mail?.subject, englishLines(`${mail?.body}`)], ['Confirme su correo electrónico', []]);

    const link = await mailedLink('ada@example.com');
    assert.match(link, /^\/es\/confirm-email\?token=/);
    assertSpanish(await get(link), /Confirmar e iniciar sesión/);
    const wrong = await post('/es/confirm-email', { token: tokenOf(link), password: 'x' });
    assertSpanish(wrong, /Esta no es la contraseña que usted eligió/, 422);
    const confirmed = await post('/es/confirm-email', { token: tokenOf(link), password: PASSWORD });
    assert.equal(confirmed.headers.location, '/es/home?arrived');
    assertSpanish(await get(link), /Este enlace ya no funciona/, 404);
    const out = await post('/es/sign-out', {}, { cookie: cookiesOf(confirmed) });
    assert.equal(out.headers.location, '/es');

    assertSpanish(await get('/es/sign-in'), /¿Olvidó su contraseña\?/);
    assertSpanish(await post('/es/sign-in', { email: typed.email, password: 'x' }), /¿Acaba de crear/, 422);
    const signedIn = await post('/es/sign-in', { email: typed.email, password: PASSWORD });
    assert.equal(signedIn.headers.location, '/es/home?arrived');

    await post('/es/sign-up', typed);
    assert.deepEqual(await spanishMails(), ['Usted ya tiene una cuenta']);
  });

  test('a password reset and the page shown after too many wrong passwords are in Spanish', async () => {
    const cookie = await join('ada@example.com');
    await post('/settings/language', { language: 'es' }, { cookie });
    assertSpanish(await get('/es/forgot-password'), /Le enviaremos un enlace/);
    assertSpanish(await post('/es/forgot-password', { email: '' }), /Escriba su correo electrónico/, 422);
    await post('/es/forgot-password', { email: 'ada@example.com' });
    assertSpanish(await get('/es/forgot-password?sent'), /válido por una hora/);
    const link = await mailedLink('ada@example.com');
    assert.match(link, /^\/es\/reset-password/);
    assertSpanish(await get(link), /Guardar la contraseña/);
    const token = tokenOf(link);
    assertSpanish(await post('/es/reset-password', { token, password: 'x' }), /al menos 10/, 422);
    const set = await post('/es/reset-password', { token, password: PASSWORD });
    assert.equal(set.headers.location, '/es/sign-in?reset');
    assertSpanish(await get('/es/sign-in?reset'), /Su contraseña nueva quedó guardada/);
    assert.deepEqual(await spanishMails(), ['Se cambió su contraseña']);
    assertSpanish(await get(link), /Pida otro/, 404);

    assertSpanish(await get('/es/confirm-email/again'), /todavía no está confirmada/);
    assertSpanish(await get('/es/confirm-email/again?sent'), /sin confirmar/);
    const tries = { email: 'ada@example.com', password: 'x' };
    let last = await post('/es/sign-in', tries);
    for (let times = 0; times < 60 && last.statusCode !== 429; times++)
      last = await post('/es/sign-in', tries);
    assertSpanish(last, /Espere antes de intentarlo otra vez/, 429);
  });

  test('the settings are in Spanish, including every form and its errors', async () => {
    const cookie = await join('ada@example.com');
    await signIn('ada@example.com');
    assertSpanish(await get('/es/settings', cookie), /Cerrar las demás sesiones/);
    assert.match((await get('/es/settings', cookie)).body, /href="\/settings\/team">/);
    const forms: readonly (readonly [path: string, form: Record<string, string>, says: RegExp])[] = [
      ['language', { language: 'fr' }, /Elija un idioma/],
      ['email', { email: 'ada@example.com', email_password: 'x' }, /Esta ya es su dirección/],
      ['email', { email: 'x', email_password: PASSWORD }, /No podemos enviar correos/],
      ['password', { current_password: 'x', new_password: PASSWORD }, /Esta no es su contraseña/],
      ['delete', { delete_password: 'x' }, /Esta no es su contraseña/],
    ];
    for (const [path, form, says] of forms)
      assertSpanish(await post(`/es/settings/${path}`, form, { cookie }), says, 422);
    for (const done of [
      'link-sent',
      'email',
      'password',
      'sessions',
      'session',
      'language-es',
      'language-en',
    ])
      assertSpanish(await get(`/es/settings?done=${done}`, cookie), /role="status"/);
    assertSpanish(
      await post('/es/settings/sessions/end', { session: 'x' }, { cookie }),
      /Esa sesión no es suya o ya terminó/,
      404,
    );
    assertSpanish(await get('/es/confirm-new-email?token=x', cookie), /Solo funciona con la cuenta/, 404);
  });

  test('emails are in the account’s language, regardless of the language of the page that sends them', async () => {
    const cookie = await join('ada@example.com');
    const session = await bench.accounts.findSession({ cookie });
    assert.ok(session);
    assert.equal(await bench.accounts.languageOf(session), 'en');
    const chosen = await post('/settings/language', { language: 'es' }, { cookie });
    assert.equal(chosen.headers.location, '/settings?done=language-es');
    assert.match((await get('/settings', cookie)).body, /value="es" checked/);

    const move = { email: 'new@example.com', email_password: PASSWORD };
    await post('/settings/email', move, { cookie });
    const mails = await bench.db.selectFrom('mails').select('body').orderBy('created_at').execute();
    const link = mails.map(({ body }) => /https:\S+token=(\S+)/.exec(body)?.[1]).find(Boolean) ?? '';
    assert.deepEqual((await spanishMails()).sort(), [
      'Confirme su nuevo correo electrónico',
      'Su correo electrónico está por cambiar',
    ]);
    assertSpanish(await get(`/es/confirm-new-email?token=${link}`, cookie), /Usar la dirección nueva/);
    await post('/confirm-new-email', { token: link }, { cookie });
    assert.deepEqual(await spanishMails(), ['Se cambió su correo electrónico']);

    const passwords = { current_password: PASSWORD, new_password: `${PASSWORD} more` };
    await post('/settings/password', passwords, { cookie });
    assert.deepEqual(await spanishMails(), ['Se cambió su contraseña']);
    await post('/settings/delete', { delete_password: `${PASSWORD} more` }, { cookie });
    assert.deepEqual(await spanishMails(), ['Se eliminó su cuenta']);
    assertSpanish(await get('/es/sign-in?deleted'), /role="status">Su cuenta quedó eliminada/);
  });

  test('a team invitation’s email and page are in the invited account’s language', async () => {
    const owner = await join('ada@example.com');
    const cookie = await join('eve@example.com');
    await post('/settings/language', { language: 'es' }, { cookie });
    await post('/settings/team', { email: 'eve@example.com', role: 'viewer' }, { cookie: owner });
    const [mail] = await bench.mails();
    assert.deepEqual(englishLines(`${mail?.subject}\n${mail?.body}`.replaceAll('(viewer)', '')), []);
    const link =
      /https:\/\/vendors\.example(\/es\/settings\/team\/join\/\S+)/.exec(`${mail?.body}`)?.[1] ?? '';
    assertSpanish(await get(link, cookie), /Como lector \(viewer\), usted podrá ver esos eventos/);
    assertSpanish(await get(link, owner), /no hay ninguna invitación abierta para usted/, 404);
    const joined = await post(link, { answer: 'accept' }, { cookie });
    assert.deepEqual([joined.statusCode, joined.headers.location], [303, '/organizer']);
    assert.equal(
      (await bench.mails())[0]?.subject,
      'Your team has a new member',
      'the team’s own mails are English',
    );
    const own = await get('/es/settings/team', cookie);
    assert.deepEqual([own.statusCode, own.headers.location], [302, '/settings/team']);
  });

  test('an account that has not chosen a language gets English emails, even from a Spanish page', async () => {
    await join('ada@example.com');
    await post('/es/forgot-password', { email: 'ada@example.com' });
    const [mail] = await bench.mails();
    assert.equal(mail?.subject, 'Choose a new password');
    assert.match(`${mail?.body}`, /vendors\.example\/reset-password/);
  });
});
