import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved/reserved-licenses.ts';
import { vendorId } from '../../src/records/record/vendor-id.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { field } from '../support/check.ts';
import { openTestApp } from '../support/demo-app.ts';
import {
  type DemoPages,
  decoded,
  idOf,
  openDemoPages,
  openVendorPages,
  textOf,
} from './support/vendor-pages.ts';

/** Tests the self-check page (contract 2.8). */
describe('the self-check page', () => {
  let pages: DemoPages;

  before(async () => {
    pages = await openDemoPages();
  });
  after(() => pages.close());

  test('shows the name as the vendor’s page does, including in its title', async () => {
    const { body } = await pages.get(`/improve/${idOf('grade-a')}`);
    assert.match(body, /<title>[^<]*Pretend Pelican Tacos/);
    assert.match(body, /<h1>Pretend Pelican Tacos<\/h1>/);
  });

  test('contract 1: “never exposed by the decision and self-check”: shows no score for any reserved vendor', async () => {
    for (const { license_number: number } of RESERVED_LICENSES) {
      const id = vendorId(number.startsWith('CAT') ? '2013' : '2014', number.slice(3));
      const { body } = await pages.get(`/improve/${id}`);
      assertSoundPage(body);
      const { scorecard } = await pages.database.published.db
        .selectFrom('vendors')
        .innerJoin('records', 'records.position', 'vendors.position')
        .select('scorecard')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.doesNotMatch(textOf(body), /score/i, number);
      const score = field(JSON.parse(scorecard), 'service_score');
      if (typeof score === 'number') assert.ok(!body.includes(score.toFixed(1)), number);
    }
  });

  test('has the same content as the API, in the same order', async () => {
    const { app, get } = await openTestApp(pages.database);
    for (const state of ['grade-d', 'emergency-hold', 'delinquent', 'grade-a']) {
      const { json } = await get(`/api/v1/improve?vendor_id=${idOf(state)}`);
      const { body } = await pages.get(`/improve/${idOf(state)}`);
      // The page spells out dates, and its markup repeats them in the API's format.
      const text = decoded(body.replace(/<time datetime="([^"]+)">[^<]*<\/time>/g, '$1'));
      let from = 0;
      const factors = field(json, 'data', 'limiting_factors');
      assert.ok(Array.isArray(factors));
      for (const factor of factors)
        for (const part of ['issue', 'corrective_action']) {
          const at = text.indexOf(String(field(factor, part)), from);
          assert.ok(at >= from, `${state}: ${field(factor, part)}`);
          from = at;
        }
      assert.equal(
        text.match(/<p class="small"><a href="https:\/\/www2\.myfloridalicense\.com/g)?.length ?? 0,
        factors.length,
      );
    }
    await app.close();
  });

  test('contract 2.8: “when a regulator hold is active, the hold reasons on record are quoted in the top (first) factor”', async () => {
    const { body } = await pages.get(`/improve/${idOf('emergency-hold')}`);
    const [, first = ''] = body.split('<ol class="factors">');
    assert.match(
      textOf(first.split('</li>')[0] ?? ''),
      /✕ Blocking : The regulator closed the business under this license: “Emergency order recommended” \(March 11, 2026\)/,
    );
  });

  test('opens with how to reach the next grade and at most three things to fix, and collapses the rest, in both languages', async () => {
    for (const [prefix, next, fix] of [
      ['', /To reach <strong>C<\/strong>: one clean inspection/, 'Fix these 3 things first'],
      ['/es', /Para llegar a la <strong>C<\/strong>: una inspección limpia/, 'Primero corrija estas 3 cosas'],
    ] as const) {
      const { body } = await pages.get(`${prefix}/improve/${idOf('grade-d')}`);
      const [open = '', folded = ''] = body.split('<details class="part-fold">');
      assert.match(open, next);
      assert.ok(open.includes(`<h2>${fix}</h2>`));
      const [list = ''] = /<ol class="to-fix">[\s\S]*?<\/ol>/.exec(open) ?? [];
      assert.equal(list.match(/<li>/g)?.length, 3);
      assert.doesNotMatch(list, /grade is D|calificación D/, 'a low grade is nothing to do by itself');
      assert.doesNotMatch(open, /<ol class="factors">/);
      assert.match(folded, /<ol class="factors">/);
    }
  });

  test('offers a claim and shows the price of monitoring, but offers no purchase if nothing is for sale', async () => {
    const address = `/improve/${idOf('grade-a')}`;
    const page = decoded((await pages.get(address)).body);
    assert.ok(page.includes('href="/claim?license=MFD5890001"'));
    assert.match(textOf(page), /Monitoring, \$9\.99 a month: .* You can’t buy it here yet\./);
    const selling = await openVendorPages(pages.database, { monitoringSale: 'all' });
    assert.match(
      decoded((await selling.get(address)).body),
      /<a href="\/api\/vendor-pro\/checkout\?[^"]+">Start monitoring<\/a>/,
    );
    await selling.close();
  });

  test('does not offer monitoring for a relinquished license', async () => {
    const selling = await openVendorPages(pages.database, { monitoringSale: 'all' });
    const text = textOf(decoded((await selling.get(`/improve/${idOf('relinquished')}`)).body));
    assert.match(text, /Claim this license ? for free/);
    assert.doesNotMatch(text, /Monitoring|monitoring|a month/);
    await selling.close();
  });

  test('is excluded from search engines', async () => {
    const { body, headers } = await pages.get(`/improve/${idOf('grade-a')}`);
    assert.match(body, /<meta name="robots" content="noindex">/);
    assert.equal(headers['cache-control'], 'public, max-age=60');
  });
});
