import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { requiredDocuments } from '../../src/decisions/decide/documents/required-documents.ts';
import { openApplyPages } from '../support/application-pages.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { multipartForm } from '../support/claim-pages.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { sampleUpload } from '../support/documents.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';

const ENGLISH =
  /\b(?:the|and|with|your|you|are|was|not|from|this|that|which|has|have|please|documents?|application|event)\b/i;
const EMAIL = 'rosa@tacos.example';
const INSURANCE = 'insurance_certificate';
const ACCOUNT = { name: 'Olive', email: 'olive@organizer.example', password: 'three words together' };
const QUESTIONS = JSON.stringify([
  { id: 'a1', label: '¿Cuántos camiones?', type: 'number', required: true, options: [] },
  { id: 'a2', label: '¿Generador?', type: 'yes_no', required: false, options: [] },
]);

describeEngines('an applicant in Spanish', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let eventId: string;
  let accountId: string;
  before(async () => {
    database = await open();
    service = await openTestApp(database);
    accountId = await service.services.accounts.createVerifiedAccount(ACCOUNT);
    eventId = await insertEvent(database.db, accountId, {
      name: 'Noche del Lago',
      venue_name: 'Parque del Lago',
      address: 'Calle 1',
      city: 'Orlando',
      description: '',
      questions: QUESTIONS,
      deposit_cents: 5_000,
    });
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  const post = (url: string, fields: Record<string, string>) =>
    service.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const apply = (fields: Record<string, string>) => post(`/es/events/${eventId}/applications`, fields);
  const mailsTo = async (recipient: string) =>
    database.db
      .selectFrom('mails')
      .select(['subject', 'body'])
      .where('recipient', '=', recipient)
      .orderBy('created_at')
      .execute();
  /** Asserts that the page is in Spanish and that none of our English text is left on it. */
  const assertSpanish = (body: string) => {
    assertSoundPage(body);
    assert.match(body, /<html lang="es">/);
    const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(body)?.[1] ?? '';
    const words = main.replace(/<[^>]+lang="en"[^>]*>[^<]*/g, '').replace(/<[^>]*>/g, ' ');
    assert.doesNotMatch(words, ENGLISH);
    // Links and forms lead to Spanish pages.
    for (const [, address = ''] of main.matchAll(/ (?:href|action)="(\/[^"]*)"/g))
      assert.match(address, /^\/es\/|^\/organizer|\.ics$/, address);
  };

  test('finds events and reads an event and its form without seeing any English', async () => {
    const list = await service.get('/es/events');
    assertSpanish(list.body);
    assert.match(list.body, /Eventos que buscan vendedores de comida/);
    assert.match(list.body, new RegExp(`href="/es/events/${eventId}"`));
    const { body } = await service.get(`/es/events/${eventId}`);
    assertSpanish(body);
    assert.match(
      body,
      /<dd>[^<]*<time[^>]*>\p{Ll}+, \d+ de \p{Ll}+ de 2026, \d+:\d\d [ap]\.m\. E[SD]T<\/time> a /u,
    );
    const map = 'https://www.openstreetmap.org/search?query&#61;Calle+1%2C+Orlando%2C+Florida';
    assert.ok(body.includes(`<a href="${map}" rel="noreferrer">Mapa</a>`));
    for (const text of ['condado de', 'Depósito', '$50', 'Número de licencia del estado', 'Sin respuesta'])
      assert.ok(body.includes(text), text);
    const none = await service.get('/es/events?city=Nowhere');
    assertSpanish(none.body);
    const missing = await service.get('/es/events/5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2a99');
    assert.equal(missing.status, 404);
  });

  test('sees the form’s errors in Spanish', async () => {
    const refused = await apply({
      license_number: 'x',
      contact_email: 'x',
      contact_phone: '1',
      q_a1: 'tres',
    });
    assert.equal(refused.statusCode, 422);
    assertSpanish(refused.body);
    for (const text of [
      'Revise 6 datos',
      'Escriba solo el número de su licencia',
      'Escriba el nombre de su negocio.',
      'No podemos escribir a esta dirección de correo.',
      'de 7 a 15 dígitos',
      'Escriba un número en cifras',
    ])
      assert.ok(refused.body.includes(text), text);
  });

  test('gets the form script’s license lookup in Spanish', async () => {
    const look = async (status: 'unknown' | 'not_a_number', prefix: string) => {
      const pages = await openApplyPages({ lookUp: async () => ({ status, text: 'Not on record.' }) });
      return JSON.parse((await pages.inject(`${prefix}/license-lookup?number=9999999`)).body).text;
    };
    assert.match(
      await look('unknown', '/es'),
      /^No encontramos este número en nuestros registros\. Eso no significa que usted no tenga licencia\./,
    );
    assert.match(await look('not_a_number', '/es'), /^Escriba solo el número/);
    assert.equal(await look('unknown', ''), 'Not on record.');
    assert.match((await service.get('/assets/apply.js')).body, /\/es\/license-lookup[\s\S]*En los registros/);
  });

  test('gets the email with the link, the linked pages, and document errors in Spanish', async () => {
    const taken = await apply({
      license_number: 'MFD0042',
      business_name: 'Tacos Rosa',
      contact_name: 'Rosa Díaz',
      contact_email: EMAIL,
      contact_phone: '+1 407 555 0100',
      q_a1: '1',
    });
    assert.equal(taken.statusCode, 303);
    assert.equal(taken.headers.location, `/es/events/${eventId}/applied`);
    assertSpanish((await service.get(`/es/events/${eventId}/applied`)).body);

    const [mail] = await mailsTo(EMAIL);
    assert.equal(mail?.subject, 'Recibimos su solicitud: “Noche del Lago”');
    assert.doesNotMatch(mail?.body.replace(/https:\S+/g, '') ?? '', ENGLISH);
    const link = /https:\/\/vendors\.example(\/es\/application\?token=\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const page = await service.get(link);
    assertSpanish(page.body);
    assert.match(page.body, /<h1>Recibimos su solicitud<\/h1>/);
    for (const { name } of requiredDocuments('festival', 'es').slice(0, 3))
      assert.ok(page.body.includes(`${name}: <strong>Falta</strong>`), name);

    assertSpanish((await service.get(`/es/application/documents?token=${token}`)).body);
    const form = multipartForm(
      { [`${INSURANCE}_expires_on`]: '2020-01-31' },
      { field: `${INSURANCE}_file`, filename: 'x.txt', content: Buffer.from('no scan') },
    );
    const url = `/es/application/documents?token=${token}`;
    const refused = await service.app.inject({ method: 'POST', url, ...form });
    assert.equal(refused.statusCode, 422);
    assertSpanish(refused.body);
    assert.match(refused.body, /Certificado de seguro: Este archivo no es PDF, JPEG ni PNG\./);
    assert.match(refused.body, /El 31 de enero de 2020 ya pasó\. No podemos aceptar un documento vencido\./);
    const other = await service.get(`/es/application?token=${token}x`);
    assert.equal(other.status, 404);

    assertSpanish((await service.get(`/es/application/withdraw?token=${token}`)).body);
    const left = await post('/es/application/withdraw', { token });
    assert.equal(left.headers.location, '/es/application/withdrawn');
    assertSpanish((await service.get('/es/application/withdrawn')).body);
    const again = await post('/es/application/withdraw', { token });
    assert.equal(again.statusCode, 422);
    assertSpanish(again.body);
    assert.match(again.body, /Esta solicitud ya no se puede retirar\./);
  });

  test('gets every later email in Spanish with the organizer’s words unchanged, while the organizer’s emails are in English', async () => {
    const { applications, documents, events } = service.services;
    const contact_email = 'luz@tacos.example';
    const english_email = 'lee@tacos.example';
    const status = 'submitted';
    const row = { contact_email, business_name: 'Tacos Luz', status, language: 'es' };
    const aid = await insertApplication(database.db, eventId, row);
    const english = { contact_email: english_email, business_name: 'Lee', status };
    await insertApplication(database.db, eventId, english);
    for (const to of ['under_review', 'waitlisted', 'approved']) {
      await applications.decide(accountId, eventId, aid, {
        status: to,
        message: 'See you there.',
        reason: 'Known to us',
      });
      // The email is held for a minute, during which a later decision would cancel it.
      await database.db
        .updateTable('mails')
        .set({ sent_at: '2026-03-16T15:01:00.000Z' })
        .where('recipient', '=', contact_email)
        .execute();
    }
    const sent = await documents.upload(aid, INSURANCE, sampleUpload());
    assert.ok(sent.ok);
    const { id: file } = await database.db
      .selectFrom('application_documents')
      .select('id')
      .where('application_id', '=', aid)
      .executeTakeFirstOrThrow();
    await documents.decide({ accountId, eventId, applicationId: aid }, 'reject', {
      code: INSURANCE,
      file,
      expires_on: '',
      reason: 'Not readable.',
    });
    const confirm = await applications.confirm(aid, 'es');
    assert.equal(confirm, undefined);
    assert.ok(events);
    await applications.cancelEvent(accountId, eventId);

    const mails = await mailsTo(contact_email);
    assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
      'Aprobaron su solicitud: “Noche del Lago”',
      'Envíe un documento nuevo (Certificado de seguro): “Noche del Lago”',
      'Está en la lista de espera: “Noche del Lago”',
      'Están revisando su solicitud: “Noche del Lago”',
      'Evento cancelado: “Noche del Lago”',
    ]);
    for (const { body } of mails) {
      const ours = body.split('\n').filter((line) => !line.startsWith('> '));
      assert.doesNotMatch(ours.join('\n').replace(/https:\S+/g, ''), ENGLISH);
    }
    const approved = mails.find(({ subject }) => subject.startsWith('Aprobaron'))?.body ?? '';
    assert.match(approved, /Confirme a más tardar el \d+ de marzo de 2026 que va a asistir/);
    assert.match(approved, /El organizador escribió:\n> See you there\./);
    assert.match(approved, /- Certificado de seguro\n/);
    const [told] = (await mailsTo(ACCOUNT.email)).filter(({ body }) => body.includes('Tacos Luz'));
    assert.match(told?.body ?? '', /“Tacos Luz” confirmed their spot\.[\s\S]*Vendor: “Tacos Luz”/);
    const [cancelled] = await mailsTo(english_email);
    assert.equal(cancelled?.subject, 'Event canceled: “Noche del Lago”');
  });
});
