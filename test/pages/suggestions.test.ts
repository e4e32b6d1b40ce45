import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { textOf } from './support/vendor-pages.ts';

/** For an unknown number or name, people get suggestions with number, name and city, which are public. */
const MEANT = /Did you mean MFD5890007 ?, NOTIONAL NARWHAL SUSHI in WINTER PARK(, or [^?]+)?\?/;
const UNKNOWN_NUMBER = '58900077';

describeEngines('a number or name that is nobody’s', (openDatabase) => {
  let demo: DemoApp;

  before(async () => {
    demo = await openDemoApp(await openDatabase());
  });
  after(() => demo.close());

  test('is answered with whom it may mean when a vendor is checked', async () => {
    for (const typed of [UNKNOWN_NUMBER, 'notional narwal sushi']) {
      const { status, body } = await demo.get(`/check?license_number=${encodeURIComponent(typed)}`);
      assert.equal(status >= 400, true);
      assert.match(textOf(body), MEANT);
    }
    const { body } = await demo.get('/check?license_number=zzyzx');
    assert.doesNotMatch(textOf(body), /Did you mean/);
  });

  test('is answered so while an applicant types it, and with nothing else of the vendor', async () => {
    const { json } = await demo.get(`/license-lookup?number=${UNKNOWN_NUMBER}`);
    const { status, text, ...rest } = json as { status: string; text: string };
    assert.deepEqual([status, rest], ['unknown', {}]);
    assert.match(text, MEANT);
  });

  test('is answered so when a license is claimed', async () => {
    const found = await demo.services.claims.findClaimable(undefined, UNKNOWN_NUMBER);
    assert.match(found.ok ? '' : (found.errors.license ?? ''), MEANT);
    const named = await demo.services.claims.findClaimable(undefined, 'notional narwal sushi');
    assert.match(
      named.ok ? '' : (named.errors.license ?? ''),
      /^Type only the license number.* Did you mean MFD5890007/,
    );
  });

  test('suggests no vendor for digits that are on record with other letters: the refusal names them', async () => {
    for (const number of ['CAT5890007', 'CAT5890001', 'CAT5890001 exp. 10/2027']) {
      const { json } = await demo.get(`/license-lookup?number=${encodeURIComponent(number)}`);
      assert.match(
        (json as { text: string }).text,
        /^No food truck or caterer has the number "CAT\d{7}"\. .* MFD\d{7}\.$/,
      );
    }
  });
});
