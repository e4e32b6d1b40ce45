import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { assertSoundPage } from '../support/application-samples.ts';
import { multipartForm } from '../support/claim-pages.ts';
import { type DemoApp, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { englishLeft } from '../support/english-left.ts';
import { readPage } from '../support/read-page.ts';

const EVENT = { event_type: 'festival', event_date: '2026-05-03' };

describeEngines('checking a list in Spanish', (open) => {
  let database: TestDatabase;
  let demo: DemoApp;
  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
  });
  after(() => demo.close());

  const send = async (url: string, payload: string | Buffer, type: string) => {
    const answer = await demo.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    return { status: answer.statusCode, body: answer.body, location: String(answer.headers.location) };
  };
  const post = (url: string, fields: Record<string, string>) =>
    send(url, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');
  const paste = (lines: string, fields: Record<string, string> = {}) =>
    post('/es/check/list', { lines, ...EVENT, ...fields });
  const sendFile = async (content: Buffer | string) => {
    const { payload, headers } = multipartForm(
      { event_type: 'festival' },
      { field: 'file', filename: 'l.csv', content: Buffer.from(content) },
    );
    return send('/es/check/list', payload, headers['content-type'] ?? '');
  };
  /** Asserts that a page is in Spanish, except for vendors' names and what the user typed. */
  const assertSpanish = (body: string) => {
    assertSoundPage(body);
    assert.match(body, /<html lang="es">/);
    const own = body
      .replace(/<time [^>]*>[^<]*<\/time>/g, '')
      .replace(/<a href="\/es\/vendor\/[^"]*">[^<]*<\/a>/g, '')
      .replace(/<textarea[\s\S]*?<\/textarea>/g, '');
    assert.deepEqual(englishLeft(own), []);
  };
  /** Returns the fields that a form on the page would send if the user changed nothing. */
  const fieldsOf = (body: string, action: string) => {
    const form = readPage(body, '/es/check/list').forms.find((each) => each.action === action);
    assert.ok(form, action);
    return Object.fromEntries(
      form.fields
        .filter(({ name }) => !/^choice-/.test(name))
        .map(({ name, value, options }) => [name, value || (options.find(Boolean) ?? '')]),
    );
  };
  const plain = (body: string) => body.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');

  test('shows the form, each line’s matches, and its errors in Spanish', async () => {
    const form = await demo.get('/es/check/list');
    assert.equal(form.status, 200);
    assertSpanish(form.body);
    assert.match(form.body, /<form class="ask" action="\/es\/check\/list"/);
    const number = reservedNumber('grade-a');
    const lines = [
      'Nombre,Licencia,Ciudad',
      `Pretend Pelican Tacos,${number},`,
      `,${number},`,
      `,${number},`,
      'n/a,,Tampa',
      'Uno,5890001 / 5890002,',
      'Zzyzx Quux,n/a,Tampa',
      'Zzyzx Quux,SEA5890001,',
      'Zzyzx Quux,5.89E+06,',
      'Zzyzx Quux,hola,',
      `,${reservedNumber('ambiguous').slice(3)},`,
      'Nombre,Licencia,Ciudad',
      '',
      'Total,,',
    ];
    const { status, body } = await paste(lines.join('\n'));
    assert.equal(status, 200);
    assertSpanish(body);
    const said = plain(body);
    for (const part of [
      'Reconocidas por los títulos de la línea 1: nombre del negocio, número de licencia, ciudad.',
      'Es Pretend Pelican Tacos, el mismo vendedor de la línea 2, así que lo contamos una sola vez.',
      'Es igual a la línea 3, así que la contamos una sola vez.',
      'No hay ni nombre ni número de licencia. “n/a” no es un nombre.',
      'Hay dos números de licencia en una celda',
      '“n/a” no es un número de licencia.',
      '“SEA5890001” es el número de licencia de un restaurante o una tienda',
      'La hoja de cálculo abrevió “5.89E+06”',
      '“hola” no parece un número de licencia.',
      'Repite los títulos de las columnas.',
      'Es un total, no un vendedor.',
      'Elija al vendedor correcto para cada línea',
      'Ninguno de estos',
      'Consultar a estos vendedores',
    ])
      assert.ok(said.includes(part), part);
  });

  test('shows errors about a list, a file, or a date in Spanish', async () => {
    for (const [answer, why] of [
      [await paste('  '), /Pegue su lista o elija un archivo\./],
      [await paste('\u200b'), /En esta lista no hay ningún vendedor\./],
      [await paste('Taco\n'.repeat(501)), /Esta lista tiene más de 500 filas/],
      [await sendFile(''), /Este archivo está vacío\.|Pegue su lista/],
      [await sendFile('<!doctype html><p>x'), /Este archivo es una página web/],
      [await sendFile(Buffer.alloc(1024 * 1024 + 1, 'a')), /Este archivo pesa más de 1 MB/],
      [await sendFile('PK\u0003\u0004 nada'), /No podemos leer este libro/],
      [await paste('Taco', { event_date: '1999-01-01' }), /La fecha del evento, 1 de enero de 1999, ya pasó/],
      [await post('/es/check/list/decide', { table: 'x', ...EVENT }), /No recibimos su lista/],
    ] as const) {
      assert.equal(answer.status, 422, String(why));
      assert.match(plain(answer.body), why);
      assert.match(answer.body, /<title>Error: /);
      assertSpanish(answer.body);
    }
    const none = await paste(reservedNumber('ambiguous').slice(3));
    const unchosen = await post('/es/check/list/decide', fieldsOf(none.body, '/es/check/list/decide'));
    assert.match(plain(unchosen.body), /Elija al menos un vendedor/);
    const gone = await demo.get('/es/check/list/nada');
    assert.equal(gone.status, 404);
    assert.match(plain(gone.body), /Esa lista no existe\. Las listas consultadas se guardan 7 días\./);
    assertSpanish(gone.body);
    const huge = await send(
      '/es/check/list',
      Buffer.alloc(3 * 1024 * 1024),
      'multipart/form-data; boundary=b',
    );
    assert.equal(huge.status, 413);
    assert.match(plain(huge.body), /Esta lista pesa más de 1 MB/);
  });

  test('names a workbook’s other sheets in Spanish', async () => {
    const rows = [['Licencia'], [reservedNumber('grade-a')]];
    const book = await writeXlsx({
      sheets: [
        { name: 'Uno', rows },
        { name: 'Dos', rows: [...rows, ['MFD5890002']] },
        { name: 'Tres', rows, hidden: true },
      ],
    });
    const { body } = await sendFile(Buffer.from(book));
    assertSpanish(body);
    assert.match(
      plain(body),
      /Solo se leyó la hoja “Uno”\. No se leyeron: “Dos” \(3 filas\), “Tres” \(2 filas, oculta\)\./,
    );
    assert.match(body, /Leer “Dos” en su lugar/);
  });

  test('shows a list checked in Spanish in Spanish, and serves its page, CSV, and PDF in the language of the URL', async () => {
    const lines = [
      reservedNumber('grade-a'),
      reservedNumber('grade-f'),
      'Zzyzx Quux',
      reservedNumber('ambiguous').slice(3),
    ];
    const review = await paste(lines.join('\n'));
    const made = await post('/es/check/list/decide', fieldsOf(review.body, '/es/check/list/decide'));
    assert.equal(made.status, 303, plain(made.body));
    assert.match(made.location, /^\/es\/check\/list\//);
    const shown = await demo.get(made.location);
    assertSpanish(shown.body);
    assert.match(shown.body, /<h1>2 vendedores consultados<\/h1>/);
    assert.match(plain(shown.body), /No contratar/);
    assert.doesNotMatch(shown.body, /<div lang="en">/);
    assert.match(plain(shown.body), /Volver a la línea en la que no se eligió/);
    const english = await demo.get(made.location.replace('/es', ''));
    assert.match(english.body, /<h1>2 vendors checked<\/h1>/);
    const csv = (await demo.get(`${made.location.replace('/es', '')}/list.csv`)).body;
    assert.match(csv, /Not on record\. Ask for the license number\./);
    assert.match((await demo.get(`${made.location}/list.csv`)).body, /No está en los registros\. Pida/);
    const [pdf, other] = await Promise.all(
      [made.location, made.location.replace('/es', '')].map((address) =>
        demo.app.inject(`${address}/evidence-pack.pdf`),
      ),
    );
    assert.deepEqual([pdf?.statusCode, other?.statusCode], [200, 200]);
    assert.ok(pdf?.rawPayload.includes('/Lang (es-US)') && other?.rawPayload.includes('/Lang (en-US)'));
  });

  test('quotes in English the reasons from a list checked in English and the notes from a list of an earlier version', async () => {
    const review = await post('/check/list', {
      lines: `${reservedNumber('grade-f')}\n\nZzyzx Quux`,
      ...EVENT,
    });
    const form = readPage(review.body, '/check/list').forms.find(({ action }) => action.endsWith('decide'));
    const made = await post(
      '/check/list/decide',
      Object.fromEntries(
        form?.fields.map(({ name, value, options }) => [name, value || (options.find(Boolean) ?? '')]) ?? [],
      ),
    );
    const address = `/es${made.location}`;
    const quoted = await demo.get(address);
    assertSpanish(quoted.body);
    assert.match(quoted.body, /<div lang="en"><ul class="reasons">/);
    const row = await database.db
      .selectFrom('checked_lists')
      .select(['id', 'body'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const list = JSON.parse(row.body);
    const [open] = list.open;
    const old = {
      ...list,
      open: [{ ...open, line: { ...open.line, notes: ['A cell of this line is odd.'] } }],
      spoilt: [{ line: 2, text: '', problem: 'This line is empty.' }],
    };
    for (const { id } of await database.db.selectFrom('checked_lists').select('id').execute())
      await database.db
        .updateTable('checked_lists')
        .set({ body: JSON.stringify(old) })
        .where('id', '=', id)
        .execute();
    const kept = await demo.get(address);
    assertSpanish(kept.body);
    assert.match(kept.body, /<p class="small"><span lang="en">A cell of this line is odd\.<\/span><\/p>/);
    assert.match(kept.body, /<span lang="en">This line is empty\.<\/span>/);
    assert.match((await demo.get(made.location)).body, /<p class="small">A cell of this line is odd\.<\/p>/);
  });
});
