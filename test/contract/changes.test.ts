import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { createApiKeyService } from '../../src/accounts/api-keys/service.ts';
import { removeOldChanges } from '../../src/records/changes/record-changes-service.ts';
import { ChangesEnvelope, type VendorChange } from '../../src/records/changes/schemas.ts';
import { findEnds } from '../../src/records/changes/service.ts';
import { WAITING_OF_CLIENT_MAX } from '../../src/records/changes/wait-for-change-service.ts';
import { publish } from '../../src/records/publication/service.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { insertAccount } from '../support/account-rows.ts';
import { assertMatches, field } from '../support/check.ts';
import { NOW, openTestApp, readDemoFiles, type TestApp } from '../support/demo-app.ts';
import { describeBothEngines, type TestDatabase } from '../support/engines.ts';
import { AS_OF, licenses, now, OPERATOR, truck } from '../support/publication-runs.ts';

const DAY_MS = 86_400_000;

/** Publishes files with an operator's acceptance, because a new name would otherwise wait for review. */
const run = (database: TestDatabase, files: readonly ParsedFile[]) =>
  publish(database, { files, asOf: AS_OF, now, acceptance: OPERATOR });

interface Page {
  readonly data: readonly VendorChange[];
  readonly meta: {
    readonly count: number;
    readonly next: string;
    readonly more: boolean;
    readonly complete_from: string | null;
  };
}

/** Contract 4.1.12: changes to vendors, in publication order. */
describeBothEngines('the feed of changes', (open) => {
  let database: TestDatabase;
  let opened: TestApp;

  before(async () => {
    database = await open();
    opened = await openTestApp(database);
    await run(database, [await licenses('1.csv', '2025-10-01', [1, 2, 3, 4, 5, 6].map(truck))]);
    await run(database, await renaming(2, 'TWO', 'B'));
    await run(database, await renaming(3, 'THREE', 'A'));
  });
  after(async () => {
    await opened.app.close();
    await database.close();
  });

  /** Returns a later file in which two trucks have new names. */
  async function renaming(day: number, one: string, four: string): Promise<ParsedFile[]> {
    const rows = [1, 2, 3, 4, 5, 6].map(truck);
    const named = rows.map((row, index) =>
      index === 0 || index === 3 ? { ...row, businessName: index === 0 ? one : four } : row,
    );
    return [await licenses(`${day}.csv`, `2025-10-0${day}`, named)];
  }

  const ask = async (query: string, app = opened): Promise<Page> => {
    const { status, json, headers } = await app.get(`/api/v1/changes${query}`);
    assert.equal(status, 200, JSON.stringify(json));
    assertMatches(ChangesEnvelope, json);
    assert.equal(headers['cache-control'], 'no-store');
    return json as Page;
  };
  const refused = async (query: string) => {
    const { status, json } = await opened.get(`/api/v1/changes${query}`);
    return [status, field(json, 'error', 'code'), field(json, 'error', 'parameter')];
  };
  const brief = ({ data }: Page) =>
    data.map(({ license_number: number, kinds, changes }) =>
      [number.slice(-1), ...kinds, changes[0]?.after?.name].join(' '),
    );
  const ALL = [
    ...[1, 2, 3, 4, 5, 6].map((last) => `${last} appeared PELICAN TACO WAGON`),
    '1 identity TWO',
    '4 identity B',
    '1 identity THREE',
    '4 identity A',
  ];

  test('reports every change in publication order, with its dates, link, and previous value', async () => {
    const page = await ask('');
    assert.deepEqual(brief(page), ALL);
    assert.deepEqual([page.meta.count, page.meta.more], [10, false]);
    const [change] = page.data.slice(6);
    assert.deepEqual(
      [change?.as_of, change?.data_as_of, change?.published_at],
      [AS_OF, '2025-10-02', now().toISOString()],
    );
    assert.deepEqual(change?.changes[0]?.fields, ['name']);
    assert.equal(change?.changes[0]?.before?.name, 'PELICAN TACO WAGON');
    const scorecard = await opened.get(new URL(change?.scorecard_url ?? '').pathname);
    assert.equal(field(scorecard.json, 'id'), change?.vendor_id);
  });

  test('returns every change after any given cursor, with any page size', async () => {
    const { data } = await ask('');
    for (const [index, { cursor }] of data.entries())
      assert.deepEqual(brief(await ask(`?after=${cursor}`)), ALL.slice(index + 1));
    for (const limit of [1, 3, 4, 10, 11]) {
      const told: string[] = [];
      let page = await ask(`?limit=${limit}`);
      for (;;) {
        told.push(...brief(page));
        if (!page.meta.more) break;
        assert.equal(page.data.length, limit);
        page = await ask(`?limit=${limit}&after=${page.meta.next}`);
      }
      assert.deepEqual(told, ALL, String(limit));
    }
  });

  test('reports only changes to the requested licenses, and returns a cursor that skips the others', async () => {
    const page = await ask('?license_numbers=mfd-1350001,%201350004&limit=2');
    assert.deepEqual(brief(page), ['1 appeared PELICAN TACO WAGON', '4 appeared PELICAN TACO WAGON']);
    assert.ok(page.meta.more);
    const rest = await ask(`?license_numbers=1350004,1350001&after=${page.meta.next}`);
    assert.deepEqual(brief(rest), ALL.slice(6));
    const others = await ask('?license_numbers=MFD1350002');
    assert.deepEqual(brief(others), ['2 appeared PELICAN TACO WAGON']);
    assert.equal(others.meta.next, rest.meta.next);
    assert.deepEqual(brief(await ask('?license_numbers=CAT1350001')), []);
    const many = Array.from({ length: 200 }, (_, index) => 1_350_001 + index).join();
    assert.deepEqual(brief(await ask(`?license_numbers=${many}`)), ALL);
  });

  test('starts at the end if after is “now”, and returns nothing until something is published', async () => {
    const end = await ask('?after=now');
    assert.deepEqual([end.data, end.meta.more], [[], false]);
    assert.deepEqual((await ask(`?after=${end.meta.next}`)).meta.next, end.meta.next);
    assert.equal((await ask('')).meta.next, end.meta.next);
  });

  test('rejects an invalid cursor, number, limit, or wait with an error that names the parameter', async () => {
    const { next } = (await ask('')).meta;
    for (const after of [
      '',
      'x',
      '0',
      '7',
      `${next}0`,
      next.toUpperCase(),
      next.slice(1),
      '%00',
      'NOW',
      '-1',
    ])
      assert.deepEqual(await refused(`?after=${after}`), [400, 'invalid_parameter', 'after'], after);
    for (const numbers of [
      '',
      ',',
      'abc',
      '1350001,',
      'SEA1350001',
      '135001',
      '1350001 1350002',
      '1350001;MFD1350002',
      Array(201).fill('1350001').join(),
    ])
      assert.deepEqual(
        await refused(`?license_numbers=${numbers}`),
        [400, 'invalid_parameter', 'license_numbers'],
        numbers.slice(0, 20),
      );
    for (const [name, values] of Object.entries({ limit: [0, 501, 'x'], wait: [-1, 31, '1.5'] }))
      for (const value of values)
        assert.deepEqual(await refused(`?${name}=${value}`), [400, 'invalid_parameter', name]);
  });

  test('returns 410 for a cursor from another database, from a publication that was lost, or from before a restored backup', async () => {
    const { data, meta } = await ask('');
    const [number = ''] = meta.next.split('-');
    const [, mark] = (data[0]?.cursor ?? '').split('-');
    for (const cursor of [
      `${number}-0123456789ab`,
      `zzz-${meta.next.split('-')[1]}`,
      // A number that exceeds the database's range.
      `zzzzzzzzz-${meta.next.split('-')[1]}`,
      `${number}-${mark}`,
      `0-${mark}`,
    ])
      assert.deepEqual(await refused(`?after=${cursor}`), [410, 'cursor_gone', 'after'], cursor);
    const { json } = await opened.get(`/api/v1/changes?after=${number}-0123456789ab`);
    assert.match(String(field(json, 'error', 'message')), /To start again, send after=now/);
  });

  test('includes nothing that a scorecard does not: no holder, street, phone number, or inspector’s text', async () => {
    const demo = await open();
    await publish(demo, { files: await readDemoFiles(), asOf: '2026-03-16', now: NOW });
    await publish(demo, { files: [], asOf: '2026-06-16', now: NOW });
    const app = await openTestApp(demo);
    const { body } = await app.get('/api/v1/changes?limit=500');
    assert.ok(body.length > 50_000);
    assert.doesNotMatch(body, /licensee|holder_name|"(?:phone|address|street|mailing|text_of)/);
    const people = await demo.published.db
      .selectFrom('licenses')
      .select(['licensee_name', 'business_name'])
      .execute();
    const scorecards = await demo.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select('scorecard')
      .execute();
    const shown = scorecards.map(({ scorecard }) => scorecard).join();
    for (const { licensee_name: name } of people)
      if (name !== '' && !shown.includes(name)) assert.ok(!body.includes(name), name);
    await app.app.close();
    await demo.close();
  });

  test('counts requests per client, and requests with a key toward the key’s limit', async () => {
    const { key } = await keysOf(database).create(await insertAccount(database.db), 'Feed');
    const limited = await openTestApp(database, { RATE_LIMIT_CHANGES: '2', RATE_LIMIT_KEYED: '2' });
    const statuses = async (headers: Record<string, string> = {}) => {
      const answers = [0, 1, 2].map(() => limited.get('/api/v1/changes?limit=1', headers));
      return (await Promise.all(answers)).map(({ status }) => status).sort();
    };
    assert.deepEqual(await statuses(), [200, 200, 429]);
    assert.deepEqual(await statuses({ authorization: `Bearer ${key}` }), [200, 200, 429]);
    const wrong = await limited.get('/api/v1/changes', { authorization: 'Bearer svc_pk_a.b' });
    assert.equal(wrong.status, 401);
    await limited.services.apiKeys.usesWritten();
    await limited.app.close();
  });
});

const keysOf = ({ db }: TestDatabase) =>
  createApiKeyService(db, {
    baseUrl: 'https://vendors.example',
    isFictional: async () => undefined,
    now: NOW,
    log: console,
  });

describeBothEngines('waiting for changes', (open) => {
  let database: TestDatabase;
  let opened: TestApp;
  const four = [1, 2, 3, 4].map(truck);
  let day = 1;
  const publishNext = async (which = 0) => {
    day += 1;
    const rows = four.map((row, index) => (index === which ? { ...row, businessName: `DAY ${day}` } : row));
    return run(database, [await licenses(`${day}.csv`, `2025-10-0${day}`, rows)]);
  };
  const ask = async (query: string): Promise<Page> =>
    (await opened.get(`/api/v1/changes${query}`)).json as Page;

  before(async () => {
    database = await open();
    opened = await openTestApp(database);
    await run(database, [await licenses('1.csv', '2025-10-01', four)]);
  });
  after(async () => {
    await opened.app.close();
    await database.close();
  });

  test('a request waits for the next publication and returns its changes', async () => {
    const { next } = (await ask('?after=now')).meta;
    const waiting = ask(`?after=${next}&wait=30`);
    const first = await Promise.race([waiting, pause(150, 'waits')]);
    assert.equal(first, 'waits');
    await publishNext();
    const page = await waiting;
    assert.deepEqual(
      page.data.map(({ name }) => name),
      [`DAY ${day}`],
    );
    assert.deepEqual((await ask(`?after=${next}`)).data, page.data);
  });

  test('a request for other licenses keeps waiting, and its cursor skips what was not requested', async () => {
    const waitDuringPublication = async (): Promise<Page> => {
      const { next } = (await ask('?after=now')).meta;
      const asked = performance.now();
      const waiting = ask(`?after=${next}&wait=3&license_numbers=1350003`);
      let isOver = false;
      void waiting.then(() => {
        isOver = true;
      });
      await publishNext(1);
      // On a busy machine, the publication can take longer than the request waits.
      if (isOver) return waitDuringPublication();
      const page = await waiting;
      assert.ok(performance.now() - asked > 2_900);
      return page;
    };
    const page = await waitDuringPublication();
    assert.deepEqual(page.data, []);
    assert.equal(page.meta.next, (await ask('?after=now')).meta.next);
    const more = ask(`?after=${page.meta.next}&wait=30&license_numbers=1350003`);
    await publishNext(2);
    assert.deepEqual(
      (await more).data.map(({ name }) => name),
      [`DAY ${day}`],
    );
  });

  test('a client’s waiting requests are rejected beyond its limit, and they do not hold database connections', async () => {
    const { next } = (await ask('?after=now')).meta;
    const waiting = Array.from({ length: WAITING_OF_CLIENT_MAX + 1 }, () =>
      opened.get(`/api/v1/changes?after=${next}&wait=30`),
    );
    const refused = await Promise.race(waiting);
    assert.deepEqual([refused.status, field(refused.json, 'error', 'code')], [429, 'rate_limited']);
    assert.equal(refused.headers['retry-after'], '5');
    // There are fewer connections than waiting requests, so this would fail if each held one.
    assert.equal((await opened.get('/api/vendors?q=day')).status, 200);
    await publishNext();
    const answers = await Promise.all(waiting);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [
      ...Array(WAITING_OF_CLIENT_MAX).fill(200),
      429,
    ]);
    for (const { json } of answers.filter(({ status }) => status === 200))
      assert.ok((json as Page).data.length > 0);
    assert.equal((await opened.get(`/api/v1/changes?after=${next}&wait=30`)).status, 200);
  });

  test('waiting requests with any of an account’s keys count toward the same client’s limit', async () => {
    const { next } = (await ask('?after=now')).meta;
    const keys = keysOf(database);
    const accountId = await insertAccount(database.db);
    const own = await Promise.all(['A', 'B'].map((name) => keys.create(accountId, name)));
    const other = await keys.create(await insertAccount(database.db), 'C');
    const ask30 = (key: string) =>
      opened.get(`/api/v1/changes?after=${next}&wait=30`, { authorization: `Bearer ${key}` });
    const waiting = Array.from({ length: WAITING_OF_CLIENT_MAX + 1 }, (_, index) =>
      ask30(own[index % 2]?.key ?? ''),
    );
    assert.equal((await Promise.race(waiting)).status, 429);
    const others = ask30(other.key);
    await publishNext();
    assert.equal((await others).status, 200);
    await Promise.all(waiting);
  });

  test('a service that is stopping responds to waiting requests immediately, with the cursor that each sent', async (t) => {
    const stopping = await openTestApp(database);
    const begins = t.mock.method(stopping.services.changeWaiter, 'waitBehind');
    const { next } = (await ask('?after=now')).meta;
    const waiting = stopping.get(`/api/v1/changes?after=${next}&wait=30`);
    while (begins.mock.callCount() === 0) await nextTurn();
    const asked = performance.now();
    await stopping.app.close();
    const { status, json } = await waiting;
    assert.ok(performance.now() - asked < 25_000);
    assert.deepEqual([status, field(json, 'data'), field(json, 'meta', 'next')], [200, [], next]);
  });

  test('readers that follow publications neither miss a change nor see one twice', async () => {
    const start = (await ask('?after=now')).meta.next;
    let isOver = false;
    const follow = async (limit: number) => {
      const told: string[] = [];
      let after = start;
      for (let last = false; ; ) {
        last = isOver;
        const page = await ask(`?after=${after}&limit=${limit}&wait=${last ? 0 : 1}`);
        told.push(...page.data.map(({ name, cursor }) => `${name} ${cursor}`));
        after = page.meta.next;
        if (last && !page.meta.more) return told;
      }
    };
    const readers = [follow(1), follow(2), follow(100)];
    for (const which of [0, 1, 2]) await publishNext(which);
    isOver = true;
    const whole = (await ask(`?after=${start}`)).data.map(({ name, cursor }) => `${name} ${cursor}`);
    assert.ok(whole.length >= 3);
    for (const told of await Promise.all(readers)) assert.deepEqual(told, whole);
  });
});

describeBothEngines('the feed when some changes are missing', (open) => {
  test('says when it is still empty, as after an update, and removes old changes despite a publication dated in the future', async () => {
    const database = await open();
    const at = (days: number) => () => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS);
    const opened = await openTestApp(database);
    const read = async () => (await opened.get('/api/v1/changes')).json as Page;
    const name = async (businessName: string, day: number, now: () => Date) =>
      publish(database, {
        files: [await licenses(`${day}.csv`, `2025-10-0${day}`, [{ ...truck(1), businessName }])],
        asOf: AS_OF,
        now,
        acceptance: OPERATOR,
      });
    await name('ONE', 1, at(0));
    // Simulates the state after an update: there are records, but no changes have been recorded.
    await database.db.deleteFrom('record_changes').execute();
    await database.db.deleteFrom('change_publications').where('last_number', '>', 0).execute();
    const empty = await read();
    assert.deepEqual([empty.data, empty.meta.complete_from], [[], null]);
    await name('TWO', 2, at(1));
    await name('THREE', 3, at(5_000));
    await name('FOUR', 4, at(2));
    assert.equal((await read()).meta.complete_from, at(1)().toISOString());
    assert.equal(await removeOldChanges(database.db, at(91.5)()), 1);
    assert.deepEqual(
      (await read()).data.map((each) => each.name),
      ['THREE', 'FOUR'],
    );
    assert.equal(await removeOldChanges(database.db, at(200)()), 2);
    await name('FIVE', 5, at(6_000));
    assert.equal(await removeOldChanges(database.db, at(300)()), 0, 'nothing indicates that it is old');
  });

  test('removes a change after 90 days; its cursor and earlier ones then return 410, and later ones still work', async () => {
    const database = await open();
    const at = (days: number) => () => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS);
    const rows = [1, 2].map(truck);
    const opened = await openTestApp(database);
    const ask = async (query: string) => opened.get(`/api/v1/changes${query}`);
    const file = (name: string, day: number) =>
      licenses(`${day}.csv`, `2025-10-0${day}`, [{ ...truck(1), businessName: name }, truck(2)]);
    await publish(database, {
      files: [await licenses('1.csv', '2025-10-01', rows)],
      asOf: AS_OF,
      now: at(0),
    });
    await publish(database, { files: [await file('TWO', 2)], asOf: AS_OF, now: at(1), acceptance: OPERATOR });
    await publish(database, {
      files: [await file('THREE', 3)],
      asOf: AS_OF,
      now: at(2),
      acceptance: OPERATOR,
    });
    const { data, meta } = (await ask('')).json as Page;
    assert.equal(data.length, 4);
    assert.equal(meta.complete_from, at(0)().toISOString());
    assert.equal(await removeOldChanges(database.db, at(90)()), 0);
    assert.equal(await removeOldChanges(database.db, at(91.5)()), 3);
    const rest = (await ask('')).json as Page;
    assert.deepEqual([rest.data, rest.meta.complete_from], [data.slice(3), at(2)().toISOString()]);
    const statuses = await Promise.all(data.map(({ cursor }) => ask(`?after=${cursor}`)));
    assert.deepEqual(
      statuses.map(({ status, json }) => [status, field(json, 'error', 'code')]),
      [
        [410, 'cursor_gone'],
        [410, 'cursor_gone'],
        [200, undefined],
        [200, undefined],
      ],
    );
    assert.match(String(field(statuses[0]?.json, 'error', 'message')), /kept for 90 days/);
    assert.deepEqual((statuses[2]?.json as Page | undefined)?.data, data.slice(3));
    assert.equal(await removeOldChanges(database.db, at(400)()), 1);
    const end = (await ask('?after=now')).json as Page;
    await publish(database, {
      files: [await file('FOUR', 4)],
      asOf: AS_OF,
      now: at(401),
      acceptance: OPERATOR,
    });
    const [last, ...more] = ((await ask(`?after=${end.meta.next}`)).json as Page).data;
    assert.deepEqual([last?.name, more], ['FOUR', []]);
    const { base } = await findEnds(database.db);
    assert.equal(base.last_number, 4);
    await opened.app.close();
    await database.close();
  });

  test('reports demo vendors as fictional, even after real records have replaced them', async () => {
    const database = await open();
    const opened = await openTestApp(database);
    await run(database, [await licenses('demo.csv', '2025-10-01', [{ licenseNumber: 'MFD1390001' }])]);
    const ask = async () => {
      const { json } = await opened.get('/api/v1/changes');
      assertMatches(ChangesEnvelope, json);
      const { data } = json as Page;
      const told = data.map(({ license_number: number, kinds, fictional }) => [number, ...kinds, fictional]);
      return [field(json, 'meta', 'fictional'), ...told];
    };
    assert.deepEqual(await ask(), [true, ['MFD1390001', 'appeared', true]]);
    await run(database, [await licenses('real.csv', '2025-10-02', [truck(1)])]);
    assert.deepEqual(await ask(), [
      false,
      ['MFD1390001', 'appeared', true],
      ['MFD1350001', 'appeared', false],
      ['MFD1390001', 'disappeared', true],
    ]);
    await opened.app.close();
    await database.close();
  });

  test('returns 503, not an empty feed, before the first publication', async () => {
    const database = await open();
    const opened = await openTestApp(database);
    const { status, json } = await opened.get('/api/v1/changes?wait=30');
    assert.deepEqual([status, field(json, 'error', 'code')], [503, 'not_ready']);
    await opened.app.close();
    await database.close();
  });
});
