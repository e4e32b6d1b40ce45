import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type DemoApp, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { sampleClaims } from '../support/receipt-samples.ts';
import { openSequencer } from '../support/sequencing.ts';

describeEngines('the page about the public log', (open) => {
  let database: TestDatabase;
  let demo: DemoApp;
  let sequencer: ReturnType<typeof openSequencer>;
  let receipt: string;
  let number: string;
  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
    sequencer = openSequencer(database, demo);
    // Publishes the log before the first page is requested, because the page may be cached for a few seconds.
    await sequencer.run();
    const decided = await demo.get(
      `/api/v1/decision?license_number=${reservedNumber('grade-c')}&event_date=2026-04-01`,
    );
    const { data } = decided.json as { data: { receipt: string; receipt_number: string } };
    receipt = data.receipt;
    number = data.receipt_number;
  });
  after(async () => {
    sequencer.close();
    await demo.close();
  });

  const check = async (typed: string) => {
    const { statusCode, body } = await demo.app.inject({
      method: 'POST',
      url: '/proof',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams({ receipt: typed }).toString(),
    });
    return { statusCode, body };
  };

  test('says that a receipt is not in the log until the next round has added it', async () => {
    const early = await check(number);
    assert.equal(early.statusCode, 200);
    assert.match(early.body, /NOT YET/);
    await sequencer.run();
    for (const typed of [number, receipt]) {
      const { body } = await check(typed);
      assert.match(body, /IN THE LOG/);
      assert.doesNotMatch(body, /NOT IN THE LOG|NOT YET/);
      assert.match(body, /data-log-proof/);
      assert.match(body, /c2sp\.org\/tlog-proof@v1/);
      assert.match(body, /<script type="module" src="\/assets\/proof\.js">/);
    }
  });

  test('says that an altered receipt is not in the log, and explains what is wrong with other input', async () => {
    await sequencer.run();
    const changed = await check(receipt.slice(0, -8) + receipt.slice(-8).split('').reverse().join(''));
    assert.match(changed.body, /NOT IN THE LOG/);
    assert.equal((await check('')).statusCode, 400);
    assert.equal((await check('x'.repeat(9_000))).statusCode, 400);
    const other = number.startsWith('2') ? `3${number.slice(1)}` : `2${number.slice(1)}`;
    assert.equal((await check(other)).statusCode, 404);
  });

  test('says that a receipt missing from our records is still signed, and that the date of a receipt logged late is not proven', async () => {
    const weeksAgo = new Date(demo.now().getTime() - 21 * 24 * 60 * 60 * 1_000);
    const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...claims } = sampleClaims(1);
    const { receipt: late } = await demo.services.receipts.issue(claims, weeksAgo);
    const { receipt: gone } = await demo.services.receipts.issue(claims, demo.now());
    await sequencer.run();
    assert.match((await check(late)).body, /IN THE LOG[\s\S]*Its date isn’t proven/);
    assert.doesNotMatch((await check(gone)).body, /isn’t proven/);
    await database.db.deleteFrom('receipts').where('receipt_sha256', '=', hash('sha256', gone)).execute();
    assert.match((await check(gone)).body, /SIGNED, BUT NOT ON RECORD/);
  });

  test('shows the newest checkpoint in both languages', async () => {
    const english = await demo.get('/proof');
    assert.equal(english.status, 200);
    assert.match(english.body, /vendors\.example\/log/);
    const spanish = await demo.get('/es/proof');
    assert.match(spanish.body, /Una prueba que no depende de nosotros/);
  });
});
