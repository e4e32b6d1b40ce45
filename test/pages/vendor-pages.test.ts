import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved/reserved-licenses.ts';
import { vendorId } from '../../src/records/record/vendor-id.ts';
import { renderLicense } from '../../src/web/kit/decisions/evidence.ts';
import { html } from '../../src/web/kit/html.ts';
import type { VendorRef } from '../../src/web/public/record/routes.ts';
import { assertEscaped, assertSoundPage } from '../support/application-samples.ts';
import { openTestSqlite } from '../support/engines.ts';
import {
  type DemoPages,
  decoded,
  HOSTILE_DIGITS,
  idOf,
  openDemoPages,
  openVendorPages,
  publishDemo,
  textOf,
  withHostileWords,
} from './support/vendor-pages.ts';

/** Tests a vendor's public page (contract 2.9, 4.2) in every state. */
describe('a vendor’s page', () => {
  let pages: DemoPages;

  before(async () => {
    pages = await openDemoPages();
  });
  after(() => pages.close());

  const states: readonly (readonly [state: string, ...words: RegExp[]])[] = [
    [
      'grade-a',
      /Grade A Our recommendation: ✓ Clear to book Nothing on record[^.]*\. Collect the documents\. A strong inspection record/,
      /Score 9\d\.\d out of 100; higher is better/,
      /A from 85/,
    ],
    ['grade-b', /Grade B .* A good inspection record/],
    ['grade-c', /Grade C Our recommendation: ! Book with care .* A mixed inspection record/],
    [
      'grade-d',
      /Grade D Our recommendation: \? Review first Review with the vendor before booking.* A poor inspection record/,
    ],
    [
      'grade-f',
      /Grade F Our recommendation: ✕ Don’t book .* A very poor inspection record/,
      /“Emergency order recommended”/,
    ],
    [
      'emergency-hold',
      /✕ CLOSED Our recommendation: ✕ Don’t book .* The regulator closed the business under this license , and no later record shows that it reopened/,
      /“Emergency order recommended”, since March 11, 2026/,
      /We don’t show a grade while the hold is in force/,
    ],
    [
      'admin-determination-hold',
      /✕ ON HOLD .* An inspector found the business operating without a license/,
      /“Administrative determination recommended”, since/,
    ],
    ['delinquent', /NO GRADE .*We don’t show a grade/, /Not renewed \(delinquent\).*Not confirmed\./],
    ['transfer-pending', /NO GRADE .*We don’t show a grade/, /While a change of owner is pending/],
    ['relinquished', /NO GRADE .*We don’t show a grade/, /Given up by the license holder/],
    ['not-on-file', /NO GRADE .*We don’t show a grade/, /The latest license file doesn’t list it/],
    [
      'insufficient-record',
      /NO GRADE Our recommendation: – Not enough record .* No grade yet/,
      /Score None: a score requires more recent inspections/,
    ],
    ['never-inspected', /Last visit None on file/, /Inspections None on file under the current owner/],
    [
      'prior-owner',
      /What inspectors found then doesn’t count against the current owner/,
      /Show 3 inspections under a prior owner/,
    ],
    ['renamed', /Formerly Quixotic Quetzal Lemonade\. /],
    ['unknown-disposition', /\? Result unknown “Assigned to Inspector” No violations on file for this visit/],
    ['hot-dog-cart', /HTD5890021 · hot dog cart/],
    ['caterer', /CAT5890022 · caterer/],
  ];
  for (const [state, ...words] of states)
    test(`describes “${state}” in words`, async () => {
      const page = await pages.page(state);
      assertSoundPage(page);
      for (const word of words) assert.match(textOf(page), word);
      assert.match(textOf(page), /Independent, not a DBPR rating; each inspection is a snapshot of one day/);
    });

  test('shows neither a grade nor a grade scale if the vendor has no letter grade', async () => {
    for (const state of ['emergency-hold', 'delinquent', 'not-on-file', 'insufficient-record']) {
      const page = await pages.page(state);
      assert.doesNotMatch(page, /stamp-letter|chart-here/, state);
      assert.doesNotMatch(textOf(page), /Grade [A-F]\b/, state);
    }
  });

  test('lists cases newest first, with callbacks under their case and a title and count for each violation', async () => {
    const page = await pages.page('grade-d');
    const days = [...page.matchAll(/<h3><time datetime="([^"]+)"/g)].map(([, day]) => day);
    assert.equal(days.length, 5);
    assert.deepEqual(days, [...days].sort().reverse());
    assert.equal(page.match(/<h4>Callback, /g)?.length, 4);
    assert.match(textOf(page), /5 violations: 1 high priority, 2 intermediate, 2 basic\./);
    assert.match(
      page,
      /<li>[A-Z][^<]+ <span class="small number">\((category \d+|\d+[A-Z]-\d+-\d+)\)<\/span>/,
    );
  });

  test('shows inspections under a prior owner in a separate, collapsed section', async () => {
    const page = await pages.page('prior-owner');
    const [own = '', prior = ''] = page.split('<section class="part prior">');
    assert.equal(own.match(/<article class="case"/g)?.length, 3);
    assert.equal(prior.match(/<article class="case"/g)?.length, 3);
    assert.match(prior, /<h2>Prior owner<\/h2>/);
    assert.match(prior, /<details class="behind"><summary>/);
    assert.doesNotMatch(own, /Administrative complaint recommended/);
    assert.match(prior, /“Administrative complaint recommended”/);
  });

  test('is separate for each vendor in an ambiguous pair, and links to the check with the full number', async () => {
    for (const [type, number] of [
      ['2014', 'MFD5890023'],
      ['2013', 'CAT5890023'],
    ] as const) {
      const body = decoded((await pages.get(`/vendor/${vendorId(type, '5890023')}`)).body);
      assert.ok(body.includes(`href="/check?license_number=${number}"`));
      assert.ok(body.includes(`href="/claim?license=${number}"`));
    }
  });

  test('contract 4.2: offers badge code with the badge’s image and a link to the page', async () => {
    const id = idOf('grade-a');
    const page = await pages.page('grade-a');
    const link = `https://vendors.example/vendor/${id}`;
    const image = `https://vendors.example/api/badge/${id}`;
    const text = decoded(page);
    assert.ok(text.includes(`<a href="${link}"><img src="${image}" alt="Inspection record"></a>`));
    assert.ok(text.includes(`[![Inspection record](${image})](${link})`));
    for (const address of [`/improve/${id}`, '/verify', `/api/vendors/${id}/scorecard`])
      assert.ok(page.includes(`href="${address}"`), address);
    assert.match(page, /id="claim"/);
  });

  test('offers badge code whose link leads to the page in the same language', async () => {
    const { body } = await pages.get(`/es/vendor/${idOf('grade-a')}`);
    const link = `https://vendors.example/es/vendor/${idOf('grade-a')}`;
    const image = `https://vendors.example/api/badge/${idOf('grade-a')}`;
    assert.ok(decoded(body).includes(`<a href="${link}"><img src="${image}"`));
    assert.ok(decoded(body).includes(`](${link})`));
  });

  test('does not show a street address or phone number', async () => {
    for (const { license_number: number } of RESERVED_LICENSES) {
      const id = vendorId(number.startsWith('CAT') ? '2013' : '2014', number.slice(3));
      for (const address of [`/vendor/${id}`, `/improve/${id}`, `/search?q=${number}`]) {
        const text = textOf((await pages.get(address)).body);
        assert.doesNotMatch(text, /EXAMPLE|\b555\b.?01|\d{3}[-.) ]+\d{3}[-. ]\d{4}|P ?O BOX/, address);
        assert.doesNotMatch(text, /\d+ [A-Z]+ (ST|AVE|RD|DR|BLVD|LN|WAY)\b/, address);
      }
    }
  });

  test('can be cached for a minute, and returns 304 to a client that already has it', async () => {
    const address = `/vendor/${idOf('grade-a')}`;
    const first = await pages.get(address);
    assert.equal(first.status, 200);
    assert.equal(first.headers['cache-control'], 'public, max-age=60');
    assert.match(String(first.headers['content-security-policy']), /^default-src 'none'; style-src 'self'/);
    const again = await pages.get(address, { 'if-none-match': String(first.headers.etag) });
    assert.deepEqual([again.status, again.body], [304, '']);
    assert.equal((await pages.get(`/vendor/${idOf('grade-a').toUpperCase()}`)).status, 200);
  });

  test('is an uncached 404 page with a search form if the id is unknown', async () => {
    for (const id of ['x', '00000000-0000-5000-8000-000000000000', '%3Cscript%3E', `${idOf('grade-a')}x`])
      for (const kind of ['vendor', 'improve']) {
        const answer = await pages.get(`/${kind}/${id}`);
        assert.deepEqual([answer.status, answer.headers['cache-control']], [404, 'no-store'], id);
        assert.match(answer.body, /<h1>Vendor not found<\/h1>/);
        assert.match(answer.body, /action="\/search"/);
        assert.doesNotMatch(answer.body, /<script>/);
      }
  });

  test('has one canonical URL and link-preview text, and is not indexed if the data is fictional', async () => {
    const page = await pages.page('grade-a');
    const address = `https://vendors.example/vendor/${idOf('grade-a')}`;
    assert.ok(page.includes(`<link rel="canonical" href="${address}">`));
    assert.ok(page.includes(`<meta property="og:url" content="${address}">`));
    assert.match(page, /<meta property="og:title" content="Pretend Pelican Tacos \(MFD5890001\)">/);
    assert.match(page, /<meta property="og:type" content="website">/);
    assert.match(page, /<meta property="og:description" content="License and inspection record of /);
    assert.match(page, /<meta name="robots" content="noindex">/);
  });

  test('shows HTML in a name, city, or disposition as text', async () => {
    const other = await openTestSqlite();
    await publishDemo(other, withHostileWords);
    const hostile = await openVendorPages(other);
    const id = vendorId('2014', HOSTILE_DIGITS);
    const page = (await hostile.get(`/vendor/${id}`)).body;
    assertSoundPage(page);
    assertEscaped(page, 15);
    for (const address of [`/improve/${id}`, `/search?q=${HOSTILE_DIGITS}`]) {
      const { body, status } = await hostile.get(address);
      assert.equal(status, 200, address);
      assertSoundPage(body);
      assertEscaped(body, 2);
    }
    await hostile.close();
    await other.close();
  });

  test('shows a reply and dispute marks where they belong, with a new ETag', async () => {
    const id = idOf('grade-d');
    const asked = [] as VendorRef[];
    const card = await pages.database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select('scorecard')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const visit: number = JSON.parse(card.scorecard).inspections[0].visit_id;
    const more = await openVendorPages(pages.database, {
      vendorExtras: async (vendor) => {
        asked.push(vendor);
        return {
          reply: html`<p>We replaced the cooler.</p>`,
          disputes: new Map([[visit, 'Disputed, pending <review>']]),
        };
      },
    });
    const plain = await pages.get(`/vendor/${id}`);
    const answer = await more.get(`/vendor/${id}`);
    assert.deepEqual(asked, [{ license_type: '2014', digits: '5890004' }]);
    assert.match(
      answer.body,
      /<h2>The vendor’s own words, not verified by us<\/h2><div><p>We replaced the cooler\.<\/p>/,
    );
    assert.equal(answer.body.match(/<p class="flag">Disputed, pending &#60;review&#62;<\/p>/g)?.length, 1);
    assert.doesNotMatch(plain.body, /own words|class="flag"/);
    assert.notEqual(plain.headers.etag, answer.headers.etag);
    await more.close();
  });
});

test('a license with a past expiration date shows its file’s date, so that it is not mistaken for today’s status', () => {
  const license = {
    ...({ number: 'MFD5890001', type: 'food_truck', status: 'current', confirmed: false } as const),
    expires_on: '2025-06-01',
  };
  const days = { asOf: '2026-03-16', today: '2026-03-16', old: null };
  const text = textOf(String(renderLicense(license, days)));
  assert.equal(
    text.trim(),
    'Current in the latest license file, but its expiry date, June 1, 2025 , has passed',
  );
  const lasting = { ...license, expires_on: '2026-12-01' };
  const old = { reach_to: '2026-03-16', days: 20 };
  assert.deepEqual(
    [renderLicense(lasting, days), renderLicense(lasting, { ...days, today: '2026-04-05', old })].map(
      (each) => textOf(String(each)).trim(),
    ),
    ['Current, expires December 1, 2026', 'Was current through December 1, 2026 in the license file we used'],
  );
});
