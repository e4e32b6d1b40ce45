import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { field, rows } from '../support/check.ts';
import { openDemoApp, reservedNumber, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

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

  test('the self-check says it in Spanish, the regulator’s words in English, and leads on in Spanish', async () => {
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
