import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { buildApp } from '../../src/compose/app.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { createFirstLoad, type FirstLoad } from '../../src/published-state/first-load.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

const NEED_RECORDS = ['/', '/search?q=taco', '/check?q=5890001', '/florida', '/florida/alachua', '/coverage'];
const NEED_NONE = ['/methodology', '/for-organizers', '/for-vendors', '/docs'];

describeEngines('pages before the first records', (open) => {
  let database: TestDatabase;
  let plain: TestApp;
  let app: Awaited<ReturnType<typeof buildApp>>['server'];
  let load: FirstLoad;
  let clock = 0;
  const lines: unknown[] = [];

  before(async () => {
    database = await open();
    plain = await openTestApp(database);
    load = createFirstLoad({ info: (fields: unknown) => void lines.push(fields) }, () => clock);
    const { config, keys, now } = plain;
    const options = { config, keys, now, ledger: database, firstLoad: load };
    ({ server: app } = await buildApp({
      ...options,
      sessionSecret: 'x'.repeat(64),
      logger: createLogger('silent'),
    }));
  });
  after(async () => {
    await app.close();
    await plain.app.close();
    await database.close();
  });

  const get = (url: string, headers: Record<string, string> = { accept: 'text/html,*/*;q=0.8' }) =>
    app.inject({ url, headers });

  test('refresh automatically at every URL that needs records', async () => {
    for (const url of NEED_RECORDS) {
      const { statusCode, headers, body } = await get(url);
      const { refresh, 'retry-after': retryAfter, 'cache-control': caching } = headers;
      assert.deepEqual([statusCode, refresh, retryAfter, caching], [503, '3', '3', 'no-store'], url);
      assert.match(body, /<h1>Loading the records<\/h1>/);
      assert.match(body, /<progress class="load" aria-label="[^"]+"><\/progress>/, 'nothing is known yet');
    }
    assert.match((await get('/es')).body, /<h1>Cargando los registros<\/h1>/);
  });

  test('link only to pages that already work', async () => {
    const { body } = await get('/');
    const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(body) ?? [];
    const links = [...main.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    assert.deepEqual(links, NEED_NONE);
    for (const url of NEED_NONE) assert.equal((await get(url)).statusCode, 200, url);
  });

  test('say how many files have been loaded, in valid HTML', async () => {
    load.report({ done: 3, all: 12, what: 'one.csv' });
    const { body } = await get('/search');
    assert.match(body, /<progress class="load" value="3" max="12" /);
    assert.match(body, /3 of 12 files loaded/);
    const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(body);
    assert.deepEqual(report.results, []);
    load.report({ done: 12, all: 12, what: 'publishing' });
    assert.match((await get('/es/search')).body, /Los 12 archivos están cargados/);
  });

  test('say when the records could not be loaded, and then refresh less often', async () => {
    load.fail();
    const { headers, body } = await get('/');
    assert.equal(headers.refresh, '60');
    assert.match(body, /<h1>We couldn’t load the records<\/h1>/);
  });

  test('return JSON to programs, without a refresh header', async () => {
    const accept = { accept: 'application/json' };
    for (const answer of [await get('/search', accept), await get('/api/vendors?q=taco')]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [503, 'not_ready']);
      assert.deepEqual([answer.headers.refresh, answer.headers['retry-after']], [undefined, '5']);
    }
  });

  test('log the loading progress at most once a second', () => {
    lines.length = 0;
    for (const [at, done] of [
      [5_000, 1],
      [5_500, 2],
      [6_100, 3],
    ] as const) {
      clock = at;
      load.report({ done, all: 3, what: 'x.csv' });
    }
    assert.deepEqual(
      lines,
      [1, 3].map((done) => ({ done, all: 3, what: 'x.csv' })),
    );
  });
});
