import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countParts, listPart, PART_SIZE } from '../../src/records/read/vendor-list-service.ts';
import { changeSnapshot } from '../support/change-snapshot.ts';
import { openTestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { idOf, openVendorPages, publishDemo } from './support/vendor-pages.ts';

const REAL = { isFictional: async () => false };

/** Moves a vendor to a much higher position, as if many other vendors had been published before it. */
async function movePosition(database: TestDatabase, from: number, to: number): Promise<void> {
  await changeSnapshot(database, (snapshot) =>
    snapshot.prepare('update vendors set position = ? where position = ?').run(to, from),
  );
}

/** Tests requests from programs that crawl the whole site. */
describeEngines('pages for crawlers', (open) => {
  test('list every real vendor exactly once across the parts of the site map', async () => {
    const database = await open();
    await publishDemo(database);
    await movePosition(database, 120, PART_SIZE + 1);
    const pages = await openVendorPages(database, REAL);
    const index = await pages.get('/sitemap.xml');
    assert.match(String(index.headers['content-type']), /^application\/xml/);
    const parts = [...index.body.matchAll(/<loc>https:\/\/vendors\.example([^<]+)<\/loc>/g)].map(
      ([, path]) => path,
    );
    assert.deepEqual(parts, ['/sitemaps/pages.xml', '/sitemaps/vendors-1.xml', '/sitemaps/vendors-2.xml']);
    const listed: string[] = [];
    for (const part of parts.slice(1)) {
      const { body } = await pages.get(part ?? '');
      listed.push(
        ...[...body.matchAll(/<loc>https:\/\/vendors\.example\/vendor\/([^<]+)<\/loc>/g)].map(
          ([, id]) => id ?? '',
        ),
      );
    }
    assert.deepEqual([listed.length, new Set(listed).size], [120, 120]);
    assert.ok(listed.includes(idOf('grade-a')));
    await pages.close();
    await database.close();
  });

  test('list every page in each of its languages with links to the others, and list counties once records are published', async () => {
    const database = await open();
    await publishDemo(database);
    const { app } = await openTestApp(database);
    const { body } = await app.inject('/sitemaps/pages.xml');
    const url = (address: string) => body.split('\n').find((line) => line.includes(`<loc>${address}</loc>`));
    const site = 'https://vendors.example';
    for (const path of ['/check', '/florida/st-johns', '/checklists/festival']) {
      const link = (language: string, address: string) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
      const links = `${link('en', `${site}${path}`)}${link('es', `${site}/es${path}`)}`;
      for (const address of [`${site}${path}`, `${site}/es${path}`])
        assert.equal(url(address), `<url><loc>${address}</loc>${links}</url>`);
    }
    assert.equal(url(`${site}/docs/start`), `<url><loc>${site}/docs/start</loc></url>`);
    assert.equal(body.match(/<loc>https:\/\/vendors\.example\/florida\/(?!closures)/g)?.length, 67);
    for (const [, address = ''] of body.matchAll(/<loc>https:\/\/vendors\.example([^<]*)<\/loc>/g))
      assert.equal((await app.inject(address)).statusCode, 200, address);
    await app.close();
    const empty = await openVendorPages(database, { isFictional: async () => undefined });
    assert.doesNotMatch((await empty.get('/sitemaps/pages.xml')).body, /florida\//);
    await empty.close();
    await database.close();
  });

  test('list only one range of positions in each part of the site map', async () => {
    const database = await open();
    await publishDemo(database);
    await movePosition(database, 119, PART_SIZE);
    await movePosition(database, 120, PART_SIZE + 1);
    assert.equal(await countParts(database.published.db), 2);
    assert.deepEqual(
      [(await listPart(database.published.db, 1)).length, (await listPart(database.published.db, 2)).length],
      [119, 1],
    );
    await database.close();
  });

  test('leave fictional vendors out of the site map, and keep their pages out of search indexes', async () => {
    const database = await open();
    await publishDemo(database);
    for (const isFictional of [async () => true, async () => undefined]) {
      const pages = await openVendorPages(database, { isFictional });
      assert.doesNotMatch((await pages.get('/sitemap.xml')).body, /vendors-1/);
      assert.equal((await pages.get('/sitemaps/vendors-1.xml')).status, 404);
      assert.match(
        (await pages.get('/sitemaps/pages.xml')).body,
        /<loc>https:\/\/vendors\.example\/search<\/loc>/,
      );
      assert.match((await pages.get('/robots.txt')).body, /^Disallow: \/vendor\/$/m);
      assert.match((await pages.get('/llms.txt')).body, /every business on it is fictional/);
      await pages.close();
    }
    await database.close();
  });

  test('open real vendors’ pages to crawlers, with a citation and the rate limits', async () => {
    const database = await open();
    await publishDemo(database);
    const pages = await openVendorPages(database, REAL);
    const robots = await pages.get('/robots.txt');
    assert.doesNotMatch(robots.body, /\/vendor\//);
    assert.match(robots.body, /^Sitemap: https:\/\/vendors\.example\/sitemap\.xml$/m);
    assert.match(String(robots.headers['content-type']), /^text\/plain/);
    const { body } = await pages.get('/llms.txt');
    for (const word of [
      /^# Vendor Compliance/,
      /## How to cite/,
      /## Limits/,
      /\/api\/v1\/decision\?license_number=/,
    ])
      assert.match(body, word);
    assert.doesNotMatch(body, /fictional/);
    await pages.close();
    await database.close();
  });

  test('return 404 to every request for a part of the site map that does not exist', async () => {
    const database = await open();
    await publishDemo(database);
    const pages = await openVendorPages(database, REAL);
    for (const part of ['0', '3', '-1', '01', 'x', '99999999', '1%2e'])
      assert.equal((await pages.get(`/sitemaps/vendors-${part}.xml`)).status, 404, part);
    await pages.close();
    await database.close();
  });
});
