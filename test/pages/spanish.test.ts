import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { requiredDocuments } from '../../src/decisions/decision/documents.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

describeEngines('pages in Spanish', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  before(async () => {
    database = await open();
    service = await openTestApp(database);
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  test('the checklist has the same documents in Spanish, and leads to the Spanish and English pages', async () => {
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

  test('a page that exists in English alone has one address', async () => {
    const { status, headers } = await service.get('/es/api/v1/coverage');
    assert.deepEqual([status, headers.location], [302, '/api/v1/coverage']);
  });
});
