import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { countySlug } from '../../src/lib/text/county-slug.ts';
import { closuresOf } from '../../src/open-data/closures/closures-of.ts';
import { parsePublishedFacts } from '../../src/records/record/decision-facts.ts';
import { type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

describeEngines('closed this week', (open) => {
  let demo: DemoApp;
  /** The expected closures, computed from every record instead of through the candidate query. */
  let closures: ReturnType<typeof closuresOf>;
  let through: string;

  before(async () => {
    demo = await openDemoApp(await open(), 1_500);
    const { db } = demo.database.published;
    const { covers } = await db.selectFrom('published_state').select('covers').executeTakeFirstOrThrow();
    through = JSON.parse(covers)
      .map(({ inspections_to }: { inspections_to: string }) => inspections_to)
      .sort()
      .at(-1);
    const from = new Date(Date.parse(through) - 91 * 86_400_000).toISOString().slice(0, 10);
    const rows = await db.selectFrom('records').select('facts').execute();
    closures = rows.flatMap(({ facts }) => closuresOf(parsePublishedFacts(facts), from));
    assert.ok(closures.length >= 2, 'the demo closes somebody');
  });
  after(() => demo.close());

  const linksOf = (body: string) =>
    [...body.matchAll(/(?:<h3><a href=|<link>[^<]*)"?(?:\/es)?\/vendor\/([0-9a-f-]{36})/g)]
      .map(([, id]) => id)
      .sort();
  const idsOf = (county?: string) =>
    closures
      .filter((each) => county === undefined || each.county === county)
      .map(({ vendorId }) => vendorId)
      .sort();

  test('lists every closure from the last three months on the page and in the feed, in both languages', async () => {
    for (const url of ['/florida/closures', '/es/florida/closures']) {
      const { status, body } = await demo.get(url);
      assert.equal(status, 200);
      assert.deepEqual(linksOf(body), idsOf());
      assert.ok(body.includes('type="application/rss+xml"'));
      const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(body);
      assert.deepEqual(report.results, []);
      const feed = await demo.get(`${url}.rss`);
      assert.equal(feed.headers['content-type'], 'application/rss+xml; charset=utf-8');
      assert.deepEqual(linksOf(feed.body), idsOf());
      assert.equal(feed.body.match(/<item>/g)?.length, closures.length);
    }
  });

  test('states the number of closures this week in its first sentence', async () => {
    const weekBegan = new Date(Date.parse(through) - 7 * 86_400_000).toISOString().slice(0, 10);
    const week = closures.filter(({ closedOn }) => closedOn > weekBegan).length;
    const { body } = await demo.get('/florida/closures');
    const said = { 0: 'No food truck, cart or caterer was', 1: 'One business was' }[week];
    assert.ok(body.includes(said ?? `${week} businesses were`));
  });

  test('has a page for each county that shows only that county’s closures, and a form that leads to it', async () => {
    const county = closures.flatMap(({ county: name }) => name ?? [])[0] ?? '';
    const slug = countySlug(county);
    const asked = await demo.get(`/es/florida/closures?county=${slug}`);
    assert.deepEqual([asked.status, asked.headers.location], [303, `/es/florida/closures/${slug}`]);
    for (const address of [`/florida/closures/${slug}`, `/florida/closures/${slug}.rss`]) {
      const { status, body } = await demo.get(address);
      assert.equal(status, 200, address);
      assert.deepEqual(linksOf(body), idsOf(county));
    }
    for (const address of ['nowhere', 'nowhere.rss', 'Orange'])
      assert.equal((await demo.get(`/florida/closures/${address}`)).status, 404, address);
  });

  test('responds with 304 to feed readers until the feed changes', async () => {
    const { headers } = await demo.get('/florida/closures.rss');
    const again = await demo.get('/florida/closures.rss', { 'if-none-match': String(headers.etag) });
    assert.equal(again.status, 304);
  });
});
