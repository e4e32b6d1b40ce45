import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { field, rows } from '../support/check.ts';
import { type ClaimServer, openClaimServer } from '../support/claim-pages.ts';
import { publishLicenses, TRUCK } from '../support/claimed-licenses.ts';
import { openDemoApp, reservedNumber, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { englishLines } from '../support/english-left.ts';
import { listMails } from '../support/watch-rows.ts';

describeEngines('pages for vendors in Spanish', (open) => {
  let database: TestDatabase;
  let demo: TestApp;
  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
  });
  after(async () => {
    await demo.app.close();
    await database.close();
  });

  const idOf = async (state: string) =>
    String(field(rows((await demo.get(`/api/vendors?q=${reservedNumber(state)}`)).json), 0, 'id'));

  test('the self-check is in Spanish, with the regulator’s words in English and links to Spanish pages', async () => {
    const id = await idOf('grade-d');
    const { status, body } = await demo.get(`/es/improve/${id}`);
    assert.equal(status, 200);
    assert.match(body, /<html lang="es">/);
    assert.match(body, /El historial de inspecciones tiene la calificación D\./);
    assert.match(body, /<strong>Qué hacer:<\/strong>/);
    assert.match(body, /<span lang="en">“[^”]+”<\/span>/);
    assert.match(body, /<a href="\/es\/vendor\/|<a href="\/es\/claim\?/);
    assert.doesNotMatch(body, /What to do|The inspection|High-priority violations count|On file/);
    const english = await demo.get(`/improve/${id}`);
    assert.match(english.body, /<strong>What to do:<\/strong>/);
    assert.doesNotMatch(english.body, /lang="en">“/);
  });
});

describeEngines('claiming a license in Spanish', (open) => {
  let database: TestDatabase;
  let server: ClaimServer;
  before(async () => {
    database = await open();
    server = await openClaimServer(database);
    await publishLicenses(database, '2026-03-01');
  });
  after(async () => {
    await server.app.close();
    await database.close();
  });

  test('leads in Spanish from the number to the list of licenses, including errors', async () => {
    const unknown = await server.get('/es/claim?license=nonsense', 'lola');
    assert.equal(unknown.status, 422);
    assert.match(unknown.body, /Escriba solo el número de licencia, por ejemplo/);
    assert.match(unknown.body, /<title>Error: Reclamar una licencia/);

    const visitor = await server.get(`/es/claim?license=${TRUCK}`, '');
    assert.match(visitor.body, /¿Es suya esta licencia\? Reclamarla es gratis\./);
    assert.match(visitor.body, /\/sign-in\?next&#61;%2Fes%2Fclaim/);

    const chosen = await server.get(`/es/claim?license=${TRUCK}`, 'lola');
    assert.match(chosen.body, /¿Cómo demostrará que es suya\?/);
    const refused = await server.post('/es/claim', { license: TRUCK, proof: '' }, 'lola');
    assert.equal(refused.status, 422);
    assert.match(refused.body, /Elija cómo demostrará que la licencia es suya\./);
    assert.doesNotMatch(refused.body, /\(optional\)|Please check/, 'no word of the form is English');

    const made = await server.post('/es/claim', { license: TRUCK, proof: 'post' }, 'lola');
    assert.deepEqual([made.status, made.headers.location], [303, '/es/settings/licenses?done=claimed']);
    const list = await server.get('/es/settings/licenses?done=claimed', 'lola');
    assert.match(list.body, /Recibimos su reclamo\./);
    assert.match(list.body, /Enviaremos un código por correo postal a la dirección/);
    assert.doesNotMatch(list.body, /Your licenses|Release this license|Claim a license/);
    assert.match(
      (await server.get('/settings/licenses?done=claimed', 'lola')).body,
      /We received your claim\./,
    );
  });

  test('sends the result by email in Spanish to an account that chose Spanish', async () => {
    const { db } = database;
    await db.updateTable('accounts').set({ language: 'es' }).where('id', '=', server.accounts.max).execute();
    await server.post('/es/claim', { license: TRUCK, proof: 'post' }, 'max');
    const [claim] = await server.claims.listOwn(server.accounts.max);
    const decide = [
      () => server.claims.verify(server.accounts.ola, `${claim?.id}`, ''),
      () => server.claims.releaseByOperator(server.accounts.ola, `${claim?.id}`, 'No es de usted.'),
    ];
    for (const step of decide) assert.equal(await step(), undefined);
    const mails = await listMails(db);
    for (const { subject, body } of mails) {
      assert.deepEqual(englishLines(`${subject}\n${body}`), []);
      assert.match(body, /vendors\.example\/es\/settings\/licenses/);
    }
    assert.deepEqual(mails.map(({ subject }) => subject.replace(/\w*\d+/, '#')).sort(), [
      'Licencia # verificada',
      'Terminó su reclamo de la licencia #',
    ]);
  });

  test('never shows text from the URL on a page', async () => {
    for (const done of ['nonsense', 'constructor', '__proto__'])
      assert.doesNotMatch(
        (await server.get(`/es/settings/licenses?done=${done}`, 'max')).body,
        /class="done"/,
      );
  });
});
