import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { SHARED_PROCESS } from '../../../test/support/cli.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { setUpFetch } from '../../../test/support/fetch-setup.ts';
import {
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../../../test/support/regulator-files.ts';
import { createOutput } from '../../cli/output.ts';
import { importCommand } from '../../cli/records/import-commands.ts';
import { skippedLines } from '../../cli/records/import-report.ts';
import { buildApp } from '../../compose/app.ts';
import { loadConfig } from '../../config.ts';
import { openKeyRing } from '../../decisions/receipts/key-file-service.ts';
import { generateKey } from '../../decisions/receipts/key-ring-service.ts';
import { describeCoverage } from '../../intake/coverage/coverage-service.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openLedger } from '../../platform/db/open.ts';
import { releaseLease, takeLease } from '../../platform/leases.ts';
import { createLogger } from '../../platform/log/log.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { refresh, withFilesAt } from './refresh.ts';
import type { RefreshContext } from './refresh-context.ts';
import { logRefresh, summarizeRefresh } from './refresh-result.ts';

const TODAY = '2025-10-01';
const at = (hour: number) => () =>
  new Date(`2025-10-0${1 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, '0')}:00:00Z`);
const LICENSES = licenseCsv([licenseRow({ lastInspectedOn: '2025-09-28' })]);
const VISITS = inspectionCsv([inspectionRow({ visitedOn: '2025-09-28' })]);

async function setUpLive(t: Parameters<typeof setUpFetch>[0]) {
  const { regulator, fetcher, directory, sleep } = await setUpFetch(t);
  const database = await openTestSqlite();
  t.after(() => database.close());
  for (const { path: address } of REGULATOR.listFiles())
    regulator.plan(address, { kind: 'status', status: 404 });
  const config = loadConfig({ REGULATOR_SOURCE: regulator.baseUrl.href, DATA_DIR: directory, AS_OF: TODAY });
  const context = (now: () => Date, force = false): RefreshContext => ({
    config,
    database,
    now,
    fetcher,
    sleep,
    force,
  });
  return { regulator, database, context };
}

describe('a refresh from the regulator', () => {
  test('publishes nothing and leaves no partial file if it is stopped while the regulator is slow', async (t) => {
    const { regulator, database, context } = await setUpLive(t);
    const first = REGULATOR.listFiles()[0]?.path ?? '';
    regulator.plan(first, { kind: 'hang', body: LICENSES.slice(0, 50) });
    const stopping = new AbortController();
    const breakOff = setInterval(() => regulator.underWay() > 0 && stopping.abort(), 5);
    t.after(() => clearInterval(breakOff));
    const given = context(at(1));
    await assert.rejects(refresh({ ...given, signal: stopping.signal }), { name: 'AbortError' });
    assert.deepEqual(await readdir(path.join(given.config.dataDir, 'regulator')), ['links.json']);
    const runs = await database.db.selectFrom('import_runs').select('id').execute();
    assert.deepEqual([runs, regulator.requests.length], [[], 2], 'the page of files, and the first file');
  });

  test('publishes the files that arrive, keeps the earlier copies of those that fail, and shows both in coverage', async (t) => {
    const { regulator, database, context } = await setUpLive(t);
    regulator.plan('/sto/file_download/extracts/hrfood6.csv', {
      kind: 'file',
      body: LICENSES,
      etag: '"one"',
    });
    regulator.plan('/sto/file_download/extracts/6fdinspi.csv', { kind: 'file', body: VISITS });
    regulator.plan('/sto/file_download/extracts/5fdinspi.csv', {
      kind: 'file',
      body: '<!DOCTYPE html>',
      contentType: 'text/html',
    });
    const first = await refresh(context(at(1)));
    assert.deepEqual([first.outcome, first.vendors, first.fictional], ['published', 1, false]);
    const coverage = await describeCoverage(database);
    const outcomes = new Map(
      coverage.source.map(({ name, outcome, reason }) => [name, [outcome, reason?.split(':')[0] ?? null]]),
    );
    assert.deepEqual(outcomes.get('hrfood6.csv'), ['downloaded', null]);
    assert.deepEqual(outcomes.get('5fdinspi.csv'), ['failed', 'html_instead_of_data']);
    assert.deepEqual(outcomes.get('hrfood1.csv'), ['failed', 'http_404']);
    assert.ok(coverage.missing.includes('licenses:district-1'));
  });

  test('sends conditional requests once a day, and changes nothing if nothing changed', async (t) => {
    const { regulator, context } = await setUpLive(t);
    regulator.plan('/sto/file_download/extracts/hrfood6.csv', {
      kind: 'file',
      body: LICENSES,
      etag: '"one"',
    });
    const first = await refresh(context(at(1)));
    const asked = regulator.requests.length;
    assert.equal((await refresh(context(at(3)))).outcome, 'unchanged');
    assert.equal(regulator.requests.length, asked);
    const next = await refresh(context(at(26)));
    assert.deepEqual([next.outcome, next.version], ['unchanged', first.version]);
    const conditional = regulator.requests
      .slice(asked)
      .find((request) => request.path.endsWith('hrfood6.csv'));
    assert.equal(conditional?.headers['if-none-match'], '"one"');
    const renewed = REGULATOR.listFiles().map((file) => file.path);
    const counts = renewed.map(
      (address) => regulator.requests.filter((each) => each.path === address).length,
    );
    assert.ok(counts.every((count) => count === 2));
  });

  test('requests files each day after 7:15 AM in Florida, no matter when the service started', async (t) => {
    const { regulator, context } = await setUpLive(t);
    regulator.plan('/sto/file_download/extracts/hrfood6.csv', { kind: 'file', body: LICENSES });
    const isAsked = async (moment: string): Promise<boolean> => {
      const count = () => regulator.requests.filter((request) => request.path.endsWith('hrfood6.csv')).length;
      const before = count();
      await refresh(context(() => new Date(moment)));
      return count() > before;
    };
    const moments = [
      // The service starts in the afternoon. The new day comes next, and then the daily fetch. UTC is four
      // hours ahead.
      '2025-10-01T19:00:00Z',
      '2025-10-02T04:05:00Z',
      '2025-10-02T11:15:00Z',
      '2025-10-03T04:05:00Z',
      '2025-10-03T11:15:00Z',
      '2025-10-03T11:20:00Z',
      // The service is down for two days. The next new day catches up, and the daily fetch keeps its time.
      '2025-10-06T04:05:00Z',
      '2025-10-06T11:15:00Z',
      '2025-10-07T04:05:00Z',
      '2025-10-07T11:15:00Z',
    ];
    const asked: boolean[] = [];
    for (const moment of moments) asked.push(await isAsked(moment));
    assert.deepEqual(asked, [true, false, true, false, true, false, true, true, false, true]);
  });

  test('requests a held-back file without a condition, and accepts it once it is good', async (t) => {
    const { regulator, database, context } = await setUpLive(t);
    const address = '/sto/file_download/extracts/hrfood6.csv';
    regulator.plan(
      address,
      { kind: 'file', body: 'not,a,license,file\n1,2,3,4\n', etag: '"bad"' },
      { kind: 'file', body: LICENSES, etag: '"good"' },
    );
    assert.equal((await refresh(context(at(1)))).outcome, 'failed');
    assert.equal((await refresh(context(at(2), true))).outcome, 'published');
    const asked = regulator.requests.filter((request) => request.path === address);
    assert.equal(asked[1]?.headers['if-none-match'], undefined);
    assert.deepEqual((await describeCoverage(database)).held_back, []);
  });
});

describe('a refresh from a regulator that is unavailable', () => {
  test('fails without publishing an empty state', async (t) => {
    const { database, context } = await setUpLive(t);
    assert.equal((await refresh(context(at(1)))).outcome, 'failed');
    assert.deepEqual(await database.db.selectFrom('published_state').selectAll().execute(), []);
  });
});

describe('a refresh from a folder', () => {
  test('reads every file, holds back files without records, and publishes the rest', async (t) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'folder-'));
    t.after(() => rm(directory, { recursive: true }));
    await mkdir(path.join(directory, 'deeper'));
    await writeFile(path.join(directory, 'licenses.txt'), LICENSES);
    await writeFile(path.join(directory, 'deeper', 'x'), VISITS);
    await writeFile(path.join(directory, 'notes.txt'), 'call the regulator');
    const database = await openTestSqlite();
    t.after(() => database.close());
    const config = loadConfig({ REGULATOR_SOURCE: directory, AS_OF: TODAY });
    const { outcome, files, vendors } = await refresh({ config, database, now: at(1) });
    assert.deepEqual([outcome, vendors], ['published', 1]);
    assert.deepEqual(files.map((file) => file.outcome).sort(), ['held_back', 'published', 'published']);
  });

  test('silently ignores hidden and temporary files that people and programs leave in a folder', async (t) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'folder-'));
    t.after(() => rm(directory, { recursive: true }));
    await mkdir(path.join(directory, '2025', 'empty'), { recursive: true });
    const left = ['README', 'guide.PDF', 'Thumbs.db', '2025/readme.md', '.DS_Store', '._a.csv', 'a.csv.part'];
    for (const name of left) await writeFile(path.join(directory, name), '%PDF');
    await writeFile(path.join(directory, '2025', 'licenses.csv'), LICENSES);
    const database = await openTestSqlite();
    t.after(() => database.close());
    const config = loadConfig({ REGULATOR_SOURCE: directory, AS_OF: TODAY });
    const done = await refresh({ config, database, now: at(1) });
    assert.deepEqual(
      [done.outcome, done.source.map(({ name, problem }) => [name, problem])],
      ['published', [['2025/licenses.csv', null]]],
    );
    assert.deepEqual(skippedLines(done.skipped), [
      'IGNORED   4 files by name: readme.md, README, Thumbs.db, guide.PDF',
    ]);
    const log = { info: () => undefined, warn: () => assert.fail('warned') };
    logRefresh(log, summarizeRefresh(done));
  });

  test('continues if a file disappears before it is read', async (t) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'folder-'));
    t.after(() => rm(directory, { recursive: true }));
    const paths = ['gone.csv', 'licenses.csv', 'gone-too.zip'].map((name) => path.join(directory, name));
    await writeFile(path.join(directory, 'licenses.csv'), LICENSES);
    const config = loadConfig({ REGULATOR_SOURCE: directory, AS_OF: TODAY });
    const read = await withFilesAt(paths, { config, now: at(1) }, async (files) =>
      files.map(({ problem }) => problem?.code),
    );
    assert.deepEqual(read, ['gone', undefined, 'gone']);
  });

  test('publishes as of the operator’s chosen day, even if the source is a folder', async (t) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'folder-'));
    t.after(() => rm(directory, { recursive: true }));
    await writeFile(path.join(directory, 'licenses.csv'), LICENSES);
    const database = await openTestSqlite();
    t.after(() => database.close());
    const context = { config: loadConfig({ REGULATOR_SOURCE: directory }), database, now: at(25) };
    const imported = async (asOf?: string) => {
      const output = createOutput({
        json: false,
        stdout: new PassThrough(),
        stderr: new PassThrough(),
        now: () => 0,
      });
      const options = { from: [], ...(asOf === undefined ? {} : { asOf }) };
      await importCommand(context, options, output, SHARED_PROCESS);
      const state = await findPublishedState(database.published.db);
      return [state?.as_of, state?.as_of_chosen];
    };
    assert.deepEqual(await imported('2025-09-30'), ['2025-09-30', 1]);
    assert.deepEqual(await imported(), ['2025-09-30', 1], 'later runs keep it');
    assert.deepEqual(await imported('2025-10-02'), ['2025-10-02', 0], 'today needs no keeping');
  });

  test('reports links that it did not follow, and removes direction marks from listed names', async (t) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'folder-'));
    t.after(() => rm(directory, { recursive: true }));
    await writeFile(path.join(directory, 'a\u202evsc.csv'), LICENSES);
    const link = path.join(directory, 'visits.csv');
    await symlink(path.join(directory, 'elsewhere.csv'), link);
    const database = await openTestSqlite();
    t.after(() => database.close());
    const config = loadConfig({ REGULATOR_SOURCE: directory, AS_OF: TODAY });
    const done = await refresh({ config, database, now: at(1) });
    assert.deepEqual(
      [done.skipped, done.files.map(({ name }) => path.basename(name))],
      [[{ path: link, kind: 'symbolic link' }], ['a\ufffdvsc.csv']],
    );
    const warned: unknown[] = [];
    logRefresh(
      { info: () => undefined, warn: (...given: unknown[]) => void warned.push(given) },
      summarizeRefresh(done),
    );
    assert.match(
      JSON.stringify(warned),
      /visits\.csv.*skipped some entries|skipped some entries.*visits\.csv/,
    );
  });
});

describe('the demo source', () => {
  test('fills an empty service, is generated again the next day, and never changes real records', async (t) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'demo-source-'));
    t.after(() => rm(directory, { recursive: true }));
    const database = await openTestSqlite();
    t.after(() => database.close());
    const on = (day: string, source = 'demo') => ({
      config: loadConfig({ REGULATOR_SOURCE: source, DATA_DIR: directory, AS_OF: day }),
      database,
      now: at(1),
      demoVendors: 200,
    });
    const first = await refresh(on('2025-09-30'));
    assert.deepEqual([first.outcome, first.fictional], ['published', true]);
    assert.equal((await refresh(on('2025-09-30'))).outcome, 'unchanged');
    const next = await refresh(on(TODAY));
    assert.deepEqual([next.outcome, next.fictional], ['published', true]);
    assert.equal((await describeCoverage(database)).data_as_of, TODAY);
    const real = path.join(directory, 'real');
    await mkdir(real);
    await writeFile(path.join(real, 'l.csv'), LICENSES);
    assert.equal((await refresh(on(TODAY, real))).fictional, false);
    const back = await refresh(on(TODAY));
    assert.deepEqual([back.fictional, back.vendors], [false, 1]);
    assert.ok((await readdir(directory)).includes('demo'));
  });
});

describe('during an import', () => {
  test('the service responds to requests immediately, from the last published state', async (t) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'busy-'));
    t.after(() => rm(directory, { recursive: true }));
    const source = path.join(directory, 'l.csv');
    await writeFile(source, LICENSES);
    const config = loadConfig({ REGULATOR_SOURCE: source, AS_OF: TODAY, DATA_DIR: directory });
    const writer = openLedger(config);
    const reader = openLedger(config);
    await migrateLedger(writer);
    await refresh({ config, database: writer, now: at(1) });
    const { server: app } = await buildApp({
      config,
      ledger: reader,
      keys: openKeyRing({ keys: [generateKey(at(1)())] }),
      sessionSecret: 's'.repeat(43),
      logger: createLogger('silent'),
      recheckMs: 0,
    });
    const before = (await app.inject('/api/vendors')).body;
    await writer.db.transaction().execute(async (tx) => {
      await tx.updateTable('published_state').set({ version: 99, snapshot: 'not-there.sqlite' }).execute();
      const during = await app.inject('/api/vendors');
      assert.deepEqual([during.statusCode, during.body], [200, before]);
      assert.equal((await app.inject('/readyz')).json().version, 1);
    });
    await app.close();
    for (const each of [writer, reader]) await each.close();
  });
});

describe('a lease', () => {
  test('has only one holder until it expires or is released', async (t) => {
    const { db, close } = await openTestSqlite();
    t.after(close);
    const take = (holder: string, hour: number) => takeLease(db, 'work', holder, at(hour)(), 2 * 3_600_000);
    assert.deepEqual([await take('a', 1), await take('b', 2), await take('a', 2)], [true, false, true]);
    assert.deepEqual([await take('b', 3), await take('b', 5)], [false, true]);
    await releaseLease(db, 'work', 'a');
    assert.equal(await take('a', 5), false);
    await releaseLease(db, 'work', 'b');
    assert.equal(await take('a', 5), true);
  });
});
