import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECEIPT_LENGTH_MAX } from '../../src/decisions/receipts/schemas.ts';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved/reserved-licenses.ts';
import type { Coverage } from '../../src/intake/coverage/schemas.ts';
import { countySlug } from '../../src/lib/text/county-slug.ts';
import { displayName } from '../../src/records/record/display-name.ts';
import { REGULATOR } from '../../src/regulator/source/regulator.ts';
import { renderCoverage } from '../../src/web/public/coverage-page.ts';
import { parseRecord } from '../../src/web/public/record/parse-record.ts';
import { narrateRecord } from '../../src/web/public/record/sections/narrative-section.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { field, rows } from '../support/check.ts';
import { DEMO_DAY, openDemoApp, openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { englishLeft } from '../support/english-left.ts';

describeEngines('public pages in Spanish', (open) => {
  let database: TestDatabase;
  let demo: TestApp;
  /** The vendors that the demo data reserves, one for each state of a record. */
  let records: { readonly id: string; readonly state: string; readonly body: string }[];
  let names: string[];

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
    records = [];
    for (const { license_number: number, state } of RESERVED_LICENSES) {
      const id = String(field(rows((await demo.get(`/api/vendors?q=${number}`)).json), 0, 'id'));
      records.push({ id, state, body: (await demo.get(`/api/vendors/${id}/scorecard`)).body });
    }
    names = [
      // This phrase is the same in both languages.
      'un error',
      ...records.flatMap(({ body }) => {
        const { name, aka } = parseRecord(body);
        return [name, aka ?? name].flatMap((each) => [each, displayName(each)]);
      }),
    ];
  });
  after(async () => {
    await demo.app.close();
    await database.close();
  });

  const spanish = async (url: string, status = 200) => {
    const answer = await demo.get(url);
    assert.equal(answer.status, status, url);
    assert.match(answer.body, /<html lang="es">/);
    assertSoundPage(answer.body);
    // Removes results, whose names can be Spanish, and months, which can look like English words.
    const shown = answer.body
      .replace(/<time [^>]*>[^<]*<\/time>/g, '')
      .replace(/<h3><a [^>]*>[^<]*<\/a><\/h3>(?:\n<p>antes [^<]*<\/p>)?/g, '');
    assert.deepEqual(englishLeft(shown, names), [], url);
    return answer.body;
  };

  test('the home page explains in Spanish what it offers to whom, and links to Spanish pages', async () => {
    const body = await spanish('/es');
    assert.match(body, /<h1>¿Puede contratar este food truck para su evento\?<\/h1>/);
    assert.match(body, /<form class="ask ask-line" action="\/es\/check"/);
    assert.match(body, /<a href="\/es\/check\/list">Revisar una lista completa<\/a>/);
    assert.match(body, /Se puede contratar<\/span>/);
    assert.match(body, /\d+ vendedores/);
    assert.match(body, /hreflang="en" href="https:\/\/vendors\.example\/?"/);
  });

  test('a search is in Spanish, including its filters, hints, and errors', async () => {
    const found = await spanish('/es/search?q=pelican');
    assert.match(found, /<title>pelican: buscar vendedores/);
    assert.match(found, /en el último año/);
    assert.match(found, /<option value="DECLINE">No contratar<\/option>/);
    for (const query of [
      'q=zzzz',
      'q=pelican&city=Nowhere&county=Orange&grade=F',
      'q=pelicn',
      'q=58900010',
      'q=58900&page=2',
      'grade=hold',
      'verdict=REVIEW&kind=caterer',
    ])
      await spanish(`/es/search?${query}`);
    assert.match(await spanish('/es/search?q=58900&page=9', 404), /No existe la página 9/);
    const long = await spanish(`/es/search?q=${'x'.repeat(101)}`, 400);
    assert.match(long, /<title>Error: buscar vendedores.*Escriba como máximo 100 caracteres\./s);
    const refused = await spanish('/es/search?grade=Z', 400);
    assert.match(refused, /“Z” no es una opción del filtro “Calificación”\. Elija una de estas: A, B/);
  });

  test('a vendor’s page is in Spanish in every state, with the regulator’s words in English next to our translation', async () => {
    for (const { id } of records) {
      const body = await spanish(`/es/vendor/${id}`);
      assert.match(body, /<h2>Acerca de esta página<\/h2>/);
      for (const [, quote] of body.matchAll(/(“(?:Routine|Complaint|Call|Inspection|Warning)[^”]*”)/g))
        assert.ok(body.includes(`<span lang="en">${quote}</span> (`), quote);
    }
    const gone = await spanish('/es/vendor/00000000-0000-4000-8000-000000000000', 404);
    assert.match(gone, /Ningún vendedor tiene el identificador/);
  });

  test('the sentences that are rebuilt from a record’s fields match the stored ones', () => {
    const told = records.map(({ body }) => parseRecord(body)).filter(({ narrative }) => narrative !== null);
    assert.ok(told.length > 15);
    for (const record of told) assert.equal(narrateRecord(record, 'en'), record.narrative, record.name);
  });

  test('a vendor’s page is cached separately for each language', async () => {
    const { id } = records[0] ?? { id: '' };
    const english = await demo.get(`/vendor/${id}`);
    const spanishPage = await demo.get(`/es/vendor/${id}`);
    assert.notEqual(english.headers.etag, spanishPage.headers.etag);
    const held = { 'if-none-match': String(spanishPage.headers.etag) };
    assert.equal((await demo.get(`/es/vendor/${id}`, held)).status, 304);
    assert.equal((await demo.get(`/vendor/${id}`, held)).status, 200);
    assert.match((await demo.get(`/vendor/${id}`)).body, /<html lang="en">/);
  });

  test('a receipt is verified in Spanish, and its signed sentences are shown unchanged', async () => {
    assert.match(await spanish('/es/verify'), /<h1>Verificar un recibo<\/h1>/);
    for (const [typed, status, says] of [
      ['', 400, /Pegue un recibo\./],
      ['27JS-9X41-JP61-1RRX', 400, /tiene un carácter equivocado/],
      ['nonsense', 200, /NO ES UN RECIBO/],
    ] as const)
      assert.match(await spanish(`/es/verify?receipt=${typed}`, status), says);
    const long = await demo.app.inject({
      ...({ method: 'POST', url: '/es/verify' } as const),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `receipt=${'x'.repeat(RECEIPT_LENGTH_MAX + 1)}`,
    });
    assert.equal(long.statusCode, 400);
    assert.match(long.body, /<html lang="es">.*El recibo debe tener entre 1 y \d+ caracteres; tiene \d+\./s);
    for (const state of ['grade-a', 'emergency-hold']) {
      const { license_number: number } = RESERVED_LICENSES.find((each) => each.state === state) ?? {};
      const answer = await demo.get(`/api/v1/decision?license_number=${number}&event_type=festival`);
      const decision = field(answer.json, 'data');
      const text = String(field(decision, 'receipt'));
      const verified = await spanish(`/es/verify?receipt=${text}`);
      assert.match(verified, /AUTÉNTICO.*<h2>Desde entonces<\/h2>.*<h2>Qué dice<\/h2>/s);
      const page = await spanish(`/es/v/${field(decision, 'receipt_number')}`);
      assert.match(page, /<title>Recibo [0-9A-Z-]+ ·/);
      assert.match(page, /<h2>Guárdelo<\/h2>/);
      assert.match(page, /<div lang="en"><ul><li>/);
      const altered = `${text.slice(0, 200)}${text[200] === 'A' ? 'B' : 'A'}${text.slice(201)}`;
      assert.match(await spanish(`/es/verify?receipt=${altered}`), /ALTERADO|NO ES UN RECIBO/);
    }
    const stop = await demo.get('/es/v');
    assert.deepEqual([stop.status, stop.headers.location], [302, '/es/verify']);
  });

  test('the pages about the service, its audiences, its operator, and its stored data are in Spanish', async () => {
    for (const [url, says] of [
      ['for-organizers', /<h1>Para organizadores<\/h1>.*contraseña <span class="code">/s],
      ['for-vendors', /<h1>Para vendedores<\/h1>.*href="\/es\/claim"/s],
      ['contact', /todavía no ha puesto sus datos de contacto.*href="\/es\/methodology"/s],
      ['privacy', /a más tardar, 90 días después de iniciarla.*no cobra nada/s],
      ['terms', /El Florida DBPR no lo administra ni califica a nadie/],
      ['accessibility', /expedientes de cumplimiento, y la .*documentación de la API.* están solo en inglés/],
    ] as const)
      assert.match(await spanish(`/es/${url}`), says, url);
    const named = await openTestApp(database, {
      OPERATOR_NAME: 'Sunshine',
      OPERATOR_EMAIL: 'hello@sunshine.example',
    });
    for (const url of ['contact', 'privacy', 'terms'])
      assert.match(
        (await named.get(`/es/${url}`)).body,
        /<dt>A cargo de<\/dt><dd>Sunshine.*<dt>Correo electrónico<\/dt>/s,
      );
    await named.app.close();
  });

  test('state and county statistics are in Spanish with their charts and tables; the files and the citation are in English', async () => {
    const state = await spanish('/es/florida?sort=high_priority&order=asc');
    assert.match(state, /<h1>Los food trucks .* de Florida, en cifras<\/h1>/);
    assert.match(state, /ordenados por alta prioridad\. Elija una columna/);
    assert.match(state, /<title id="months-title">Inspecciones de los últimos 12 meses<\/title>/);
    assert.match(state, /<th scope="row">marzo de 2026<\/th>/);
    assert.match(
      state,
      /<textarea class="copyable" id="citation" readonly rows="3" lang="en">Vendor Compliance Read API/,
    );
    assert.match(state, /href="\/florida\/counties\.csv".*href="\/florida\/charts\/grades\.png"/s);
    assert.doesNotMatch(state.replace(/<textarea.*?<\/textarea>/s, ''), /records|vendors? (?:by|with)/i);
    for (const { name } of REGULATOR.counties) {
      const body = await spanish(`/es/florida/${countySlug(name)}`);
      assert.match(
        body,
        new RegExp(`<h1>Los food trucks .* del condado de ${name.replace('.', '\\.')}, en cifras`),
      );
    }
    const unknown = await demo.get('/es/florida/nowhere', { accept: 'text/html' });
    assert.equal(unknown.status, 404);
    assert.match(unknown.body, /No hay ningún condado en esta dirección/);
    const fresh = await open();
    const empty = await openTestApp(fresh);
    assert.match((await empty.get('/es/florida')).body, /<h1>Cargando los registros<\/h1>/);
    const early = await empty.get('/es/florida/orange', { accept: 'text/html' });
    assert.match(early.body, /<h1>Cargando los registros<\/h1>/);
    await empty.app.close();
    await fresh.close();
  });

  test('the coverage page is in Spanish and quotes stored notes about a file in English', async () => {
    const body = await spanish('/es/coverage');
    assert.match(body, /<th scope="row">Distrito 1<\/th>/);
    const coverage = field((await demo.get('/api/v1/coverage')).json, 'data') as Coverage;
    const [file] = coverage.files;
    assert.ok(file);
    const slot = 'inspections:district-6:2017-18';
    const lacking: Coverage = {
      ...coverage,
      districts: coverage.districts.slice(1),
      held_back: [{ ...file, reason: 'It has too few rows.' }],
      missing: ['licenses:district-1', 'new_licenses:2026', 'inspections:statewide:2025-26'],
      not_refreshed: [{ slot, file_date: '2018-06-28', days: 2_818 }],
    };
    const options = { today: DEMO_DAY, baseUrl: 'https://vendors.example', language: 'es' } as const;
    const page = String(renderCoverage(lacking, options));
    assert.deepEqual(englishLeft(page), []);
    assert.match(page, /No tenemos registros del distrito 1: <a href="\/florida\//);
    assert.match(page, /Nunca se cargó: licencias, distrito 1\./);
    assert.match(page, /Nunca se cargó: licencias nuevas, 2026\./);
    assert.match(page, /Nunca se cargó: inspecciones, todo el estado, 2025-26\./);
    assert.match(page, /Desactualizado: inspecciones, distrito 6, 2017-18\. .* 2,818 días antes del/);
    assert.match(page, /<span lang="en">It has too few rows\.<\/span>/);
  });
});
