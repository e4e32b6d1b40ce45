import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { DamagedRecord } from '../../src/lib/stored-json.ts';
import { html } from '../../src/web/kit/html.ts';
import { createPageCache } from '../../src/web/public/record/page-cache.ts';
import type { VendorExtras } from '../../src/web/public/record/vendor-page.ts';
import type { TestDatabase } from '../support/engines.ts';
import { openTestSqlite } from '../support/engines.ts';
import { BASE_URL, idOf, openVendorPages, publishDemo } from './support/vendor-pages.ts';

/** Tests that a page that is rendered once for many visitors never shows outdated content. */
describe('the cached page of a vendor', () => {
  let database: TestDatabase;
  let extras: VendorExtras = {};
  const extrasOf = async () => extras;
  const id = idOf('grade-d');

  before(async () => {
    database = await openTestSqlite();
    await publishDemo(database);
  });
  after(() => database.close());

  async function recordOf(vendor: string) {
    const { scorecard, sha256 } = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(['scorecard', 'sha256'])
      .where('id', '=', vendor)
      .executeTakeFirstOrThrow();
    return { body: scorecard, sha256 };
  }

  test('shows a new, changed, or removed reply or dispute on the next request, with a new ETag', async () => {
    const visit: number = JSON.parse((await recordOf(id)).body).inspections[0].visit_id;
    const pages = await openVendorPages(database, { vendorExtras: extrasOf });
    const steps: readonly VendorExtras[] = [
      {},
      { reply: html`<p>First words.</p>` },
      { reply: html`<p>Second words.</p>` },
      { reply: html`<p>Second words.</p>`, disputes: new Map([[visit, 'Disputed: pending.']]) },
      { reply: html`<p>Second words.</p>`, disputes: new Map([[visit, 'Disputed: upheld.']]) },
      { disputes: new Map([[visit, 'Disputed: upheld.']]) },
    ];
    const etags = new Set<unknown>();
    for (const step of steps) {
      extras = step;
      for (const { body, headers } of [await pages.get(`/vendor/${id}`), await pages.get(`/vendor/${id}`)]) {
        const shown = body.match(/First words|Second words|Disputed: \w+/g) ?? [];
        const expected = `${step.reply ?? ''} ${[...(step.disputes?.values() ?? [])].join()}`;
        assert.deepEqual(shown, expected.match(/First words|Second words|Disputed: \w+/g) ?? []);
        assert.equal(headers.etag, `"${createHash('sha1').update(body).digest('base64url')}"`);
        etags.add(headers.etag);
      }
    }
    assert.equal(etags.size, steps.length);
    extras = {};
    await pages.close();
  });

  test('is rendered again as soon as the record changes, and is served without parsing an unchanged record again', async () => {
    const pageOf = createPageCache({ baseUrl: BASE_URL, today: () => '2026-03-16' });
    const record = await recordOf(id);
    const first = await pageOf(id, record, extrasOf);
    assert.deepEqual(await pageOf(id, { body: 'is not read', sha256: record.sha256 }, extrasOf), first);
    const { name } = JSON.parse(record.body);
    const renamed = { body: record.body.replaceAll(name, 'NEWLY NAMED'), sha256: 'another' };
    const second = await pageOf(id, renamed, extrasOf);
    assert.match(second.body.toString(), /<h1>Newly Named<\/h1>/);
    assert.notEqual(second.hash, first.hash);
  });

  test('is evicted when the cache is full if it was requested least recently', async () => {
    const a = await recordOf(idOf('grade-a'));
    const b = await recordOf(idOf('grade-b'));
    const alone = createPageCache({ baseUrl: BASE_URL, today: () => '2026-03-16' });
    const sizes = [await alone('a', a, extrasOf), await alone('b', b, extrasOf)].map(({ body }) =>
      Buffer.byteLength(body),
    );
    const bytesMax = sizes.reduce((sum, size) => sum + size) - 1;
    const pageOf = createPageCache({ baseUrl: BASE_URL, today: () => '2026-03-16', bytesMax });
    await pageOf('a', a, extrasOf);
    const kept = await pageOf('b', b, extrasOf);
    assert.deepEqual(await pageOf('b', { body: 'is not read', sha256: b.sha256 }, extrasOf), kept);
    await assert.rejects(pageOf('a', { body: 'is read', sha256: a.sha256 }, extrasOf), DamagedRecord);
  });
});
