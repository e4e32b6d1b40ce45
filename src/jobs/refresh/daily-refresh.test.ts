import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { pretendEarlierFormat } from '../../../test/support/earlier-format.ts';
import { startFakeRegulator } from '../../../test/support/fake-regulator.ts';
import { describeBothPlaces } from '../../../test/support/place.ts';
import { licenseCsv, licenseRow } from '../../../test/support/regulator-files.ts';
import { datingRow } from '../../../test/support/watch-rows.ts';
import { loadConfig } from '../../config.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { createLogger } from '../../platform/log/log.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Schedule, startSchedule } from './daily-refresh.ts';
import { type RefreshProcess, startRefresh } from './refresh-process.ts';

const PUT_OFF = 'refresh skipped: another process is running one, or was killed while running one';

describeBothPlaces('scheduled refreshes', (place) => {
  let database: OpenLedger;
  let settings: Record<string, string>;
  let schedule: Schedule | undefined;
  /** The events in order: log messages, and calls with the number of publications at that time. */
  let events: string[];
  let waiting: { message: string; resolve: () => void }[];

  before(async () => {
    const files = path.join(place().folder, 'files');
    await mkdir(files);
    await writeFile(path.join(files, 'licenses.csv'), licenseCsv([datingRow('2026-03-16'), licenseRow()]));
    settings = { ...place().settings, REGULATOR_SOURCE: files, AS_OF: '2026-03-16' };
    database = place().openLedger();
    await migrateLedger(database);
  });
  beforeEach(async () => {
    [events, waiting] = [[], []];
    await database.db.deleteFrom('published_state').execute();
    await database.db.deleteFrom('record_changes').execute();
    await database.db.deleteFrom('change_publications').where('version', '>', 0).execute();
    database.published.askAgain();
  });
  afterEach(async () => {
    await schedule?.stop();
    await database.db.deleteFrom('leases').execute();
  });
  after(() => database.close());

  const took = (event: string) => {
    events.push(event);
    for (const each of waiting) if (event.startsWith(each.message)) each.resolve();
  };
  /** Resolves once an event whose message begins with this text has occurred. */
  const happened = (message: string) =>
    new Promise<void>((resolve) => {
      if (events.some((event) => event.startsWith(message))) resolve();
      else waiting.push({ message, resolve });
    });
  const start = (beforeRefresh: () => Promise<void> = async () => {}, ahead?: RefreshProcess): Schedule => {
    const called = async (name: string) =>
      took(`${name} with version ${(await findPublishedState(database.published.db))?.version ?? 0}`);
    schedule = startSchedule({
      config: loadConfig(settings),
      environment: settings,
      database,
      everyHour: async () => {},
      everyMinute: async () => {},
      ahead,
      log: createLogger('info', { write: (line: string) => took(JSON.parse(line).msg) }),
      beforeRefresh: () => called('before').then(beforeRefresh),
      afterRefresh: () => called('after'),
    });
    return schedule;
  };
  const startAhead = (environment: Record<string, string>) => startRefresh({ environment, isAhead: true });
  /** Leaves a lease behind, as a process that was killed would. */
  const leaveLease = (name: string, endsInMs: number) =>
    database.db
      .insertInto('leases')
      .values({ name, holder: 'killed', expires_at: new Date(Date.now() + endsInMs).toISOString() })
      .execute();
  const runOut = () =>
    database.db
      .updateTable('leases')
      .set({ expires_at: new Date(0).toISOString() })
      .execute();

  test('stop an early refresh if another process does the work', async () => {
    await leaveLease('refresh', 60_000);
    const ahead = startRefresh({
      environment: { ...settings, REGULATOR_SOURCE: 'demo' },
      isAhead: true,
    });
    start(undefined, ahead);
    await happened(PUT_OFF);
    await ahead.ended;
    assert.equal(await findPublishedState(database.published.db), undefined);
  });

  test('replace an early refresh that has failed', async () => {
    const ahead = startAhead({ PORT: 'none' });
    await ahead.ended;
    start(undefined, ahead);
    await happened('after with version 1');
  });

  test('postpone a refresh that a killed process left unfinished, log that, and run it when its lease expires', async () => {
    await leaveLease('refresh', 60_000);
    const { takeUp } = start();
    await happened(PUT_OFF);
    await takeUp();
    assert.deepEqual(events, [PUT_OFF]);
    await runOut();
    await takeUp();
    assert.deepEqual(events, [
      PUT_OFF,
      'a process was killed while working; repeating its work',
      'refresh started',
      'before with version 0',
      'refresh finished',
      'after with version 1',
    ]);
    await takeUp();
    assert.equal(events.length, 6, 'once is enough');
  });

  test('serve records from another version until they are rebuilt, at startup or ten minutes later', async () => {
    start();
    await happened('after with version 1');
    await schedule?.stop();
    await pretendEarlierFormat(database);
    await leaveLease('refresh', 60_000);
    events = [];
    const { takeUp } = start();
    await happened(PUT_OFF);
    assert.equal(await database.published.use(({ version }) => version), 1);
    await runOut();
    await takeUp();
    assert.deepEqual(events, [
      PUT_OFF,
      'refresh started',
      'before with version 1',
      'refresh finished',
      'after with version 2',
    ]);
    const changes = await database.db.selectFrom('record_changes').select('version').execute();
    assert.deepEqual(
      changes.filter(({ version }) => version > 1),
      [],
      'the regulator changed nothing',
    );
  });

  test('resume a check of watched licenses that a killed process left unfinished', async () => {
    const { takeUp } = start();
    await happened('after with version 1');
    await leaveLease('watch', 60_000);
    await takeUp();
    assert.equal(events.length, 4);
    await runOut();
    await takeUp();
    assert.deepEqual(events.slice(4), [
      'a process was killed while working; repeating its work',
      'after with version 1',
    ]);
  });

  test('report a published snapshot only if it cannot be read', async () => {
    const { takeUp } = start();
    await happened('after with version 1');
    await takeUp();
    const isReported = () =>
      events.some((event) => event.startsWith('the published snapshot cannot be read'));
    assert.equal(isReported(), false);
    const lost = { version: 2, snapshot: '2-0123456789abcdef.sqlite', snapshot_sha256: '0'.repeat(64) };
    await database.db.updateTable('published_state').set(lost).execute();
    database.published.askAgain();
    await takeUp();
    assert.equal(isReported(), true);
  });

  test('survive a database outage, and run when the database is back', async () => {
    await sql`alter table leases rename to leases_away`.execute(database.db);
    const { takeUp } = start();
    await happened('a refresh was postponed; it will be retried within ten minutes');
    // Scheduled work does not have a caller that could handle a rejection.
    await takeUp();
    await sql`alter table leases_away rename to leases`.execute(database.db);
    await takeUp();
    assert.equal(events.includes('refresh finished'), true);
    await takeUp();
    assert.equal(events.filter((event) => event === 'refresh started').length, 1);
  });

  test('run even if a step before the refresh fails', async () => {
    start(() => Promise.reject(new Error('no ledger')));
    await happened('after with version 1');
    assert.deepEqual(events, [
      'refresh started',
      'before with version 0',
      'a step before the refresh failed; the refresh continues',
      'refresh finished',
      'after with version 1',
    ]);
  });

  test('do not run if they are stopped first, and release their lease', async () => {
    const begun = Promise.withResolvers<void>();
    const schedule = start(async () => begun.resolve());
    await begun.promise;
    await schedule.stop();
    const leases = await database.db.selectFrom('leases').select('name').execute();
    assert.deepEqual([leases, events], [[], ['refresh started', 'before with version 0']]);
    await schedule.takeUp();
    assert.equal(events.length, 2);
  });

  test('request a failed file again within ten minutes once six hours have passed', async (t) => {
    const regulator = await startFakeRegulator(t);
    const list = path.join(place().folder, 'files.json');
    const entry = { name: 'a.csv', kind: 'licenses', paths: ['/a.csv'], max_bytes: 1_000 };
    await writeFile(list, JSON.stringify({ page: '', files: [entry] }));
    const before = settings;
    t.after(() => {
      settings = before;
    });
    settings = { ...settings, REGULATOR_SOURCE: regulator.baseUrl.href, REGULATOR_FILES: list };
    const { takeUp } = start();
    await happened('after with version');
    await takeUp();
    assert.equal(regulator.requests.length, 1);
    const long = new Date(Date.now() - 6 * 3_600_000).toISOString();
    await database.db.updateTable('source_files').set({ checked_at: long }).execute();
    await takeUp();
    assert.deepEqual(
      regulator.requests.map((request) => request.path),
      ['/a.csv', '/a.csv'],
    );
  });

  test('end when they are stopped, even if the regulator is slow', async (t) => {
    const regulator = await startFakeRegulator(t);
    for (const { path: address } of REGULATOR.listFiles())
      regulator.plan(address, { kind: 'hang', body: 'x' });
    settings = { ...settings, REGULATOR_SOURCE: regulator.baseUrl.href };
    const schedule = start();
    while (regulator.underWay() === 0) await setImmediate();
    await schedule.stop();
    const leases = await database.db.selectFrom('leases').select('name').execute();
    assert.deepEqual([leases, events], [[], ['refresh started', 'before with version 0']]);
    assert.equal((await findPublishedState(database.published.db))?.version, undefined);
  });
});
