import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { textOf } from './support/vendor-pages.ts';

/**
 * Matches the suggestions for an unknown number or name. They contain only the number, name, and city, which
 * are public.
 */
const MEANT = /Did you mean MFD5890007 ?, NOTIONAL NARWHAL SUSHI in WINTER PARK(, or [^?]+)?\?/;
const UNKNOWN_NUMBER = '58900077';

describeEngines('a visitor who enters an unknown number or name', (openDatabase) => {
  let demo: DemoApp;

  before(async () => {
    demo = await openDemoApp(await openDatabase());
  });
  after(() => demo.close());

  test('gets suggestions when checking a vendor', async () => {
    for (const typed of [UNKNOWN_NUMBER, 'notional narwal sushi']) {
      const { status, body } = await demo.get(`/check?license_number=${encodeURIComponent(typed)}`);
      assert.equal(status >= 400, true);
      assert.match(textOf(body), MEANT);
    }
    const { body } = await demo.get('/check?license_number=zzyzx');
    assert.doesNotMatch(textOf(body), /Did you mean/);
  });

  test('gets suggestions while typing an application, but nothing else about the vendor', async () => {
    const { json } = await demo.get(`/license-lookup?number=${UNKNOWN_NUMBER}`);
    const { status, text, ...rest } = json as { status: string; text: string };
    assert.deepEqual([status, rest], ['unknown', {}]);
    assert.match(text, MEANT);
  });

  test('gets suggestions when claiming a license', async () => {
    const found = await demo.services.claims.findClaimable(undefined, UNKNOWN_NUMBER);
    assert.match(found.ok ? '' : (found.errors.license ?? ''), MEANT);
    const named = await demo.services.claims.findClaimable(undefined, 'notional narwal sushi');
    assert.match(
      named.ok ? '' : (named.errors.license ?? ''),
      /^Type only the license number.* Did you mean MFD5890007/,
    );
  });

  test('gets no suggestions if the digits are on record under another prefix; the error names those numbers instead', async () => {
    for (const number of ['CAT5890007', 'CAT5890001', 'CAT5890001 exp. 10/2027']) {
      const { json } = await demo.get(`/license-lookup?number=${encodeURIComponent(number)}`);
      assert.match(
        (json as { text: string }).text,
        /^No food truck or caterer has the number "CAT\d{7}", but .* MFD\d{7}\.$/,
      );
    }
  });
});
