import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { qrCodeOf } from '../../src/decisions/receipts/qr.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { openTestSqlite } from '../support/engines.ts';
import { idOf, textOf } from './support/vendor-pages.ts';

/** Tests the card that vendors print to show their grade in the window. */
describe('the window card', () => {
  let pages: DemoApp;
  before(async () => {
    pages = await openDemoApp(await openTestSqlite());
  });
  after(() => pages.close());

  const address = (state: string) => `/vendor/${idOf(state)}/window-card`;

  test('has the grade, its dates, and a QR code that leads to the live record, in both languages', async () => {
    for (const [start, said] of [
      ['', /Grade A Last inspection: January 5, 2026 From inspections on file through March 16, 2026 /],
      [
        '/es',
        /Calificación A Última inspección: 5 de enero de 2026 Según las inspecciones registradas hasta el 16 de marzo/,
      ],
    ] as const) {
      const { status, body } = await pages.get(`${start}${address('grade-a')}`);
      assert.equal(status, 200);
      assertSoundPage(body);
      assert.match(textOf(body), said);
      const { path } = qrCodeOf(`https://vendors.example${start}/vendor/${idOf('grade-a')}`);
      assert.ok(body.includes(`<path d="${path}"`), 'the code has the address of the record');
      assert.match(body, /class="window-card tone-good"/);
    }
    assert.match((await pages.get(address('grade-f'))).body, /class="window-card tone-bad"/);
  });

  test('is linked only from the page of a vendor that has a grade', async () => {
    for (const [state, isOffered] of [
      ['grade-a', true],
      ['emergency-hold', false],
    ] as const)
      assert.equal(
        (await pages.get(`/vendor/${idOf(state)}`)).body.includes('/window-card'),
        isOffered,
        state,
      );
  });

  test('is replaced by an explanation if the vendor has no grade, and returns 404 if the vendor is unknown', async () => {
    for (const state of ['emergency-hold', 'insufficient-record']) {
      const { status, body } = await pages.get(address(state));
      assert.equal(status, 200);
      assert.doesNotMatch(body, /class="window-card/);
      assert.match(
        textOf(body),
        /There is no card right now because there is no grade to show: .*See what it takes/,
      );
    }
    assert.equal((await pages.get('/vendor/00000000-0000-4000-8000-000000000000/window-card')).status, 404);
  });
});
