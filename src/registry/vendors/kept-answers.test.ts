import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countStatements } from '../../../test/support/count-statements.ts';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { countInMemory } from '../../http/rate-limits.ts';
import { buildServer } from '../../http/server.ts';
import { createLogger } from '../../platform/log.ts';
import { badgeRoutes } from '../badges/routes.ts';
import { publish } from '../publication/service.ts';
import { createFinder } from './finder-service.ts';
import { createRecordReader } from './record-reader-service.ts';
import { vendorRoutes } from './routes.ts';
import type { ScorecardMarks } from './scorecard-marks.ts';
import { vendorId } from './vendor-id.ts';

const RECHECK_MS = 100;
const ID = vendorId('2014', '5890001');
const PATHS = [
  `/api/vendors/${ID}`,
  `/api/vendors/${ID}/scorecard`,
  `/api/badge/${ID}`,
  ...[
    'q=taco&limit=5',
    'q=taco&limit=3',
    'q=taco&limit=3&offset=3',
    'q=taco&city=Orlando',
    'q=taco&county=Orange',
    'q=taco&kind=caterer',
    'q=taco&grade=A',
    'q=taco&verdict=CLEAR',
  ].map((query) => `/api/vendors?${query}`),
  '/api/vendors?q=notional+narwal+sushi',
  '/api/vendors?q=mfd5890001',
];

/** The addresses of vendors over a database, with a clock for how long answers are kept. */
async function openRoutes(database: TestDatabase, recheckMs: number) {
  const counted = countStatements(database.db);
  const world = { clock: 0, today: DEMO_DAY, marked: new Set<string>() };
  const options = { recheckMs, now: () => world.clock };
  const records = createRecordReader(counted.db, { ...options, today: () => world.today });
  const finder = createFinder(counted.db, { ...options, onFailed: assert.ifError });
  const marks: ScorecardMarks = {
    isUnmarked: (id) => !world.marked.has(id),
    annotate: async (id, body, hash) =>
      world.marked.has(id)
        ? { body: `${body} `, hash: `${hash}-marked`, isMarked: true }
        : { body, hash, isMarked: false },
  };
  const shared = { registryDb: counted.db, engine: database.engine, records, finder, marks };
  const limits = { SEARCH: 0, IDENTITY: 0, SCORECARD: 0, BADGE: 0 };
  const app = await buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (open) => {
      open.register(vendorRoutes, { ...shared, baseUrl: 'http://localhost', limits });
      open.register(badgeRoutes, { ...shared, limits });
    },
  });
  const get = async (url: string) => {
    const { statusCode, headers, body } = await app.inject(url);
    const { 'x-request-id': _id, date: _date, ...rest } = headers;
    return { statusCode, headers: rest, body };
  };
  const getAll = async () => {
    const answers: unknown[] = [];
    for (const path of PATHS) answers.push(await get(path));
    return answers;
  };
  return { app, world, get, getAll, finder, counted };
}

const publishDemo = async (database: TestDatabase, vendors: number) =>
  publish(database, { files: await readDemoFiles(vendors), asOf: DEMO_DAY, now: NOW });

async function listNames({ db }: TestDatabase): Promise<string[]> {
  const rows = await db.selectFrom('vendors').select('search_name').orderBy('id').execute();
  return rows.map(({ search_name }) => search_name);
}

describeEngines('answers that are kept', (openDatabase) => {
  test('are those that are made anew, header for header, and cost no statement', async () => {
    const database = await openDatabase();
    await publishDemo(database, 120);
    const [kept, anew] = [await openRoutes(database, RECHECK_MS), await openRoutes(database, 0)];
    const first = await kept.getAll();
    const before = kept.counted.count();
    assert.deepEqual(await kept.getAll(), first);
    assert.equal(kept.counted.count(), before);
    assert.deepEqual(await anew.getAll(), first);
    kept.world.today = anew.world.today = '2026-12-31';
    assert.deepEqual(await kept.getAll(), await anew.getAll(), 'on another day');
    kept.world.marked.add(ID);
    anew.world.marked.add(ID);
    assert.deepEqual(await kept.getAll(), await anew.getAll(), 'with a mark on a scorecard');
    kept.world.marked.clear();
    anew.world.marked.clear();
    assert.deepEqual(await kept.getAll(), await anew.getAll(), 'without the mark again');
    for (const { app } of [kept, anew]) await app.close();
  });

  test('are dropped when a publication is noticed, and none is kept that an older index of names had a part in', async () => {
    const database = await openDatabase();
    await publishDemo(database, 120);
    const [kept, anew] = [await openRoutes(database, RECHECK_MS), await openRoutes(database, 0)];
    await kept.getAll();
    const before = await listNames(database);
    await publishDemo(database, 140);
    const added = (await listNames(database)).find((name) => !before.includes(name));
    const misspelled = `/api/vendors?q=${encodeURIComponent(`${added}x`)}`;
    kept.world.clock += RECHECK_MS;
    // The index of names is built meanwhile; answers of the one before are sent and not kept.
    assert.deepEqual(JSON.parse((await kept.get(misspelled)).body), []);
    await kept.finder.settled();
    await anew.get(misspelled);
    await anew.finder.settled();
    assert.equal(JSON.parse((await kept.get(misspelled)).body).length > 0, true);
    assert.deepEqual(await kept.get(misspelled), await anew.get(misspelled));
    assert.deepEqual(await kept.getAll(), await anew.getAll());
    for (const { app } of [kept, anew]) await app.close();
  });
});
