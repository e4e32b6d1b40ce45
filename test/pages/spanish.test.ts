import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { requiredDocuments } from '../../src/decisions/decide/documents/required-documents.ts';
import { RECENT_CLOSURE_DAYS } from '../../src/judgment/policy/past-closures.ts';
import { type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

describeEngines('pages in Spanish', (open) => {
  let service: DemoApp;
  before(async () => {
    service = await openDemoApp(await open());
  });
  after(() => service.close());

  test('the Spanish checklist lists the same documents and links to the Spanish and English pages', async () => {
    const { status, body } = await service.get('/es/checklists/festival');
    assert.equal(status, 200);
    assert.match(body, /<html lang="es">/);
    for (const { name, must_show } of requiredDocuments('festival', 'es'))
      for (const text of [name, must_show]) assert.ok(body.includes(text), text);
    for (const { name } of requiredDocuments('festival')) assert.equal(body.includes(name), false, name);
    assert.match(body, /<a href="\/es\/checklists\/city-event">Evento de la ciudad<\/a>/);
    assert.match(
      body,
      /<a class="language" href="\/language\/en\?page&#61;%2Fchecklists%2Ffestival" lang="en"/,
    );
    assert.match(body, /hreflang="es" href="https:\/\/vendors\.example\/es\/checklists\/festival"/);
  });

  test('a decision is in Spanish with its reasons and documents, and is cached separately from the English page', async () => {
    const number = 'license_number=MFD5890007';
    const { status, body, headers } = await service.get(`/es/check?${number}`);
    assert.equal(status, 200);
    assert.match(body, /<html lang="es">.*<h2>Por qué<\/h2>.*<h2>Qué tiene que cambiar primero<\/h2>/s);
    assert.match(body, /<\/span>No contratar<\/p>/);
    assert.match(body, /<span lang="en">“Emergency [Oo]rder/);
    assert.ok(body.includes(`${RECENT_CLOSURE_DAYS} días después del cierre`) || !/90 days/.test(body));
    for (const english of ['Why', 'Receipt', 'Check another', 'Kind of event', 'Last visit', 'not on file'])
      assert.equal(body.includes(`>${english}<`), false, english);
    const { headers: own } = await service.get(`/check?${number}`);
    assert.notEqual(headers.etag, own.etag);
  });

  test('a number that matches no vendor is rejected in Spanish', async () => {
    for (const [typed, says] of [
      ['abc', 'Este número de licencia no tiene dígitos.'],
      ['9999999', 'No encontramos'],
    ]) {
      const { body } = await service.get(`/es/check?license_number=${typed}`);
      assert.ok(body.includes(`<strong>Revise esto:</strong>`) && body.includes(`${says}`), says);
      assert.match(body, /<title>Error: revisar un vendedor/);
    }
  });

  test('a page that exists only in English has a single URL', async () => {
    const { status, headers } = await service.get('/es/api/v1/coverage');
    assert.deepEqual([status, headers.location], [302, '/api/v1/coverage']);
  });
});
