import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { CHECKOUT, useCheckout, WANTED } from '../support/checkout.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { englishLeft, englishLines } from '../support/english-left.ts';
import {
  openStatementPages,
  openStatements,
  type StatementBench,
  vendorOfTruck,
  visitOf,
} from '../support/vendor-statements.ts';
import { listMails } from '../support/watch-rows.ts';

interface Answer {
  readonly statusCode: number;
  readonly body: string;
}

function assertSpanish({ statusCode, body }: Answer, says: RegExp, status = 200): void {
  assert.equal(statusCode, status);
  assert.match(body, /<html lang="es">/);
  assert.match(body, says);
  assert.deepEqual(englishLeft(body), []);
}

describeEngines('replies and disputes in Spanish', (open) => {
  let database: TestDatabase;
  let bench: StatementBench;
  let app: FastifyInstance;
  before(async () => {
    database = await open();
    bench = await openStatements(database);
    app = await openStatementPages(bench);
    await database.db.updateTable('accounts').set({ language: 'es' }).where('id', '=', bench.owner).execute();
  });
  beforeEach(async () => {
    for (const table of ['replies', 'disputes', 'mails'] as const)
      await database.db.deleteFrom(table).execute();
  });
  after(async () => {
    await app.close();
    await database.close();
  });
  const get = (url: string) => app.inject({ url, headers: { cookie: `session=${bench.owner}` } });
  const post = (url: string, form: Record<string, string>, account = bench.owner) =>
    app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `session=${account}` },
    });
  const mails = async () => {
    const sent = await listMails(database.db);
    for (const { subject, body } of sent) assert.deepEqual(englishLines(`${subject}\n${body}`), []);
    return sent.map(({ subject }) => subject);
  };

  test('a reply’s page is in Spanish in each state, as are its errors and the email with the decision', async () => {
    const page = `/es/settings/licenses/${bench.claim}/reply`;
    assertSpanish(await get(page), /Escribirla/);
    assertSpanish(await post(page, { text: '' }), /Escriba su respuesta\./, 422);
    assertSpanish(await post(page, { text: 'x'.repeat(1_001) }), /como máximo 1,000 caracteres/, 422);
    const sent = await post(page, { text: 'Lo arreglamos.' });
    assert.equal(sent.headers.location, `${page}?done=sent`);
    assertSpanish(await get(`${page}?done=sent`), /En revisión/);
    const [waiting] = await bench.replies.listQueue(bench.operator);
    const decided = { decision: 'reject', note: 'Demasiado largo.' };
    assert.equal(await bench.replies.decide(bench.operator, `${waiting?.id}`, decided), undefined);
    assertSpanish(await get(page), /No se publicó.*Nuestra nota:/s);
    await post(page, { text: 'Ya lo arreglamos.' });
    const [next] = await bench.replies.listQueue(bench.operator);
    await bench.replies.decide(bench.operator, `${next?.id}`, { decision: 'publish', note: '' });
    assertSpanish(await get(page), /En su historial ahora/);
    assert.deepEqual((await mails()).sort(), ['No se publicó su respuesta', 'Se publicó su respuesta']);

    const report = `/es/vendor/${vendorOfTruck(1)}/report-reply`;
    assertSpanish(await get(report), /Denunciar esta respuesta/);
    assert.equal((await post(report, {})).headers.location, `${report}?done=reported`);
    assertSpanish(await get(`${report}?done=reported`), /Registramos su denuncia/);
    assert.equal((await post(`${page}/withdraw`, {})).headers.location, `${page}?done=withdrawn`);
    assertSpanish(await get(`${page}?done=withdrawn`), /Se retiró su respuesta/);
    assertSpanish(await get(report), /Aquí no hay ninguna respuesta/, 404);
    assertSpanish(
      await get('/es/settings/licenses/x/reply'),
      /Usted no tiene esa licencia en su cuenta/,
      404,
    );
  });

  test('a dispute’s list, form, errors, answer, and email are in Spanish', async () => {
    const page = `/es/settings/licenses/${bench.claim}/disputes`;
    const visit = String(visitOf(1));
    assertSpanish(await get(page), /<span lang="en">“[^”]+”<\/span>/);
    assertSpanish(await get(`${page}?visit=${visit}`), /Qué le dijo a la agencia reguladora/);
    assertSpanish(await get(`${page}?visit=1`), /Esa visita no está en su historial/, 404);
    const form = {
      visit_id: visit,
      category: '35',
      text: 'Eso no es cierto.',
      told_regulator: 'Todavía no.',
    };
    const refused: readonly (readonly [wrong: Record<string, string>, says: RegExp])[] = [
      [{ category: '99' }, /Elija una categoría/],
      [{ text: '' }, /en al menos 10 caracteres/],
      [{ told_regulator: '' }, /Diga qué le dijo/],
    ];
    for (const [wrong, says] of refused) assertSpanish(await post(page, { ...form, ...wrong }), says, 422);
    assert.equal((await post(page, form)).headers.location, `${page}?done=disputed`);
    assertSpanish(
      await get(`${page}?done=disputed`),
      /Abiertas: 1 impugnación\..*responderemos a más tardar/s,
    );
    assertSpanish(await post(page, form), /tiene una impugnación abierta/, 422);
    const [open] = await bench.disputes.listQueue(bench.operator);
    const decided = { decision: 'upheld', note: 'Sí.' };
    assert.equal(await bench.disputes.decide(bench.operator, `${open?.id}`, decided), undefined);
    assertSpanish(await get(page), /le dimos la razón, con una nota junto a la visita/);
    assertSpanish(await post(page, form), /Ya respondimos a una impugnación/, 422);
    assert.deepEqual(await mails(), ['Le damos la razón en su impugnación']);
  });
});

describeEngines('paid monitoring in Spanish', (open) => {
  const shop = useCheckout(open);
  const { get, post } = shop;

  test('the checkout has a Spanish URL and continues in Spanish, to Stripe and back', async () => {
    assertSpanish(await get(`/es${WANTED}`), /Pagar \$9\.99 al mes con Stripe/);
    assertSpanish(await get(`/es${CHECKOUT}`), /Elija una de las suyas/, 400);
    const answer = await post(`/es${CHECKOUT}`, { license: 'MFD4758801' });
    assert.equal(answer.statusCode, 303);
    assertSpanish(await get(`/es${CHECKOUT}/done?license=MFD4758801`), /Pago en proceso/);
    const portal = `/es/settings/licenses/${shop.claimId}/portal`;
    assertSpanish(await get(portal), /Empezar el seguimiento/);
    assertSpanish(await get('/es/settings/licenses/x/portal'), /Esa licencia no está en su cuenta/, 404);
  });

  test('a test checkout and a site without payments are in Spanish', async () => {
    const { db } = shop.database;
    await db.updateTable('accounts').set({ language: 'es' }).where('id', '=', shop.account).execute();
    const { server } = await shop.serve({}, true);
    assertSpanish(await get(`/es${WANTED}`, shop.account, server), /Sin dinero: pago de prueba/);
    const paid = await post(`/es${CHECKOUT}`, { license: 'MFD4758801', answer: 'pay' }, shop.account, server);
    assertSpanish(
      await get(String(paid.headers.location), shop.account, server),
      /Ya seguimos esta licencia/,
    );
    const portal = `/es/settings/licenses/${shop.claimId}/portal`;
    assertSpanish(await get(portal, shop.account, server), /Cancelar la suscripción de prueba/);
    const ended = await post(portal, {}, shop.account, server);
    assert.equal(ended.headers.location, '/es/settings/licenses?done=watch-ended');
    const mails = await listMails(db);
    for (const { subject, body } of mails) assert.deepEqual(englishLines(`${subject}\n${body}`), []);
    assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
      'Avisos activados: licencia 4758801',
      'Terminó el seguimiento de la licencia 4758801',
    ]);
    const none = await shop.serve({});
    assertSpanish(await get(`/es${WANTED}`, shop.account, none.server), /no está disponible aquí/);
  });
});
