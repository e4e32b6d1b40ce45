import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { changeSnapshot } from '../../../test/support/change-snapshot.ts';
import { countStatements } from '../../../test/support/count-statements.ts';
import { pretendEarlierFormat } from '../../../test/support/earlier-format.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { englishLines } from '../../../test/support/english-left.ts';
import { inspectionRow, licenseRow } from '../../../test/support/regulator-files.ts';
import {
  insertSubscription,
  insertVerifiedClaim,
  listMails,
  PELICAN,
  publishDay,
} from '../../../test/support/watch-rows.ts';
import { insertWebhook } from '../../../test/support/webhook-receiver.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { takeLease } from '../../platform/leases.ts';
import { vendorId } from '../../records/record/vendor-id.ts';
import { createMonitoringService, runWatch, type WatchContext } from './service.ts';

const DAY = '2026-03-16';
const NEXT = '2026-03-17';
const BASE_URL = 'https://vendors.example';

describeBothEngines('license monitoring', (open) => {
  let database: TestDatabase;
  let account: string;
  let now = `${DAY}T15:00:00Z`;
  const log = { error: (fields: object) => assert.fail(JSON.stringify(fields)) };
  const contextOf = (ledger: LedgerDb, logger: WatchContext['log'] = log): WatchContext => ({
    ledger,
    registry: database.published,
    baseUrl: BASE_URL,
    now: () => new Date(now),
    log: logger,
  });
  const watch = () => runWatch(contextOf(database.db));
  const mails = () => listMails(database.db);

  beforeEach(async () => {
    now = `${DAY}T15:00:00Z`;
    database = await open();
    account = await insertAccount(database.db, 'truck@vendor.example');
    await insertVerifiedClaim(database.db, account, PELICAN);
    await publishDay(database, { day: DAY, licenses: [licenseRow()], visits: [inspectionRow()] });
  });

  const subscribed = async () => {
    const id = await insertSubscription(database.db, account, PELICAN);
    assert.deepEqual(await watch(), { watched: 1, baselines: 1, mails: 0, waiting: 0, failed: 0 });
    return id;
  };
  const nextDay = async (
    licenses: Parameters<typeof licenseRow>[0],
    visits: readonly (readonly string[])[] = [inspectionRow()],
  ) => {
    now = `${NEXT}T15:00:00Z`;
    await publishDay(database, { day: NEXT, licenses: [licenseRow(licenses)], visits });
  };

  test('stores a baseline without an email on the first check after subscribing, and sends none if nothing changes', async () => {
    await subscribed();
    assert.deepEqual(await watch(), { watched: 1, baselines: 0, mails: 0, waiting: 0, failed: 0 });
    await nextDay({});
    assert.deepEqual(await watch(), { watched: 1, baselines: 0, mails: 0, waiting: 0, failed: 0 });
    assert.deepEqual(await mails(), []);
  });

  test('neither compares records from an earlier version nor starts a watch from them', async () => {
    await subscribed();
    await changeSnapshot(database, (snapshot) =>
      snapshot.exec(`update records set scorecard = replace(scorecard, 'current', 'delinquent')`),
    );
    await pretendEarlierFormat(database);
    const nothing = { watched: 0, baselines: 0, mails: 0, waiting: 0, failed: 0 };
    assert.deepEqual(await watch(), nothing);
    await database.db.deleteFrom('watched_licenses').execute();
    const monitoring = createMonitoringService(contextOf(database.db));
    await monitoring.start(account, PELICAN);
    await monitoring.recordNewBaselines();
    assert.deepEqual(await database.db.selectFrom('watched_licenses').selectAll().execute(), []);
    assert.deepEqual(await mails(), []);
  });

  test('sends emails in Spanish to an account that chose Spanish, with the regulator’s words unchanged', async () => {
    await subscribed();
    await database.db.updateTable('accounts').set({ language: 'es' }).where('id', '=', account).execute();
    const later = inspectionRow({ visitId: 9_000_001, caseId: 9_000_001, disposition: 'Warning Issued' });
    await nextDay({ primaryStatus: '45' }, [inspectionRow(), later]);
    assert.equal((await watch()).mails, 1);
    const [mail] = await mails();
    assert.match(`${mail?.subject}`, /^MFD\d+: cambio en: /);
    const body = `${mail?.body}`;
    assert.match(body, /Estado de la licencia\n {2}antes: vigente\n {2}ahora: /);
    assert.match(body, /Inspección nueva\n.*"Warning Issued"/s);
    assert.match(body, /vendors\.example\/es\/vendor\//);
    assert.deepEqual(englishLines(body.replace(/"[^"]*"/g, ' ')), []);
  });

  test('stores a missing baseline before new records arrive, and then emails their change', async () => {
    // Simulates a process that was killed right after the commit: the license is paid for but has no
    // baseline.
    await insertSubscription(database.db, account, PELICAN);
    const service = createMonitoringService(contextOf(database.db));
    await takeLease(database.db, 'watch', 'killed', new Date(now), 60_000);
    await service.recordNewBaselines();
    await nextDay({ primaryStatus: '45' });
    // An existing baseline is not replaced. Otherwise, the change would be lost here.
    await service.recordNewBaselines();
    assert.deepEqual(await watch(), { watched: 1, baselines: 0, mails: 1, waiting: 0, failed: 0 });
  });

  test('emails a change once, with the old value, the new value, and a link', async () => {
    await subscribed();
    await nextDay({ primaryStatus: '45', expiresOn: '2027-06-01', licenseeName: 'HERON MOBILE FOODS LLC' });
    assert.equal((await watch()).mails, 1);
    assert.equal((await watch()).mails, 0);
    const [mail, ...others] = await mails();
    assert.deepEqual([mail?.recipient, others], ['truck@vendor.example', []]);
    assert.equal(mail?.subject, 'MFD4758801: license status and 6 more changes on record');
    for (const part of [
      'License status\n  from: current\n  to:   not renewed (delinquent)',
      'License expires\n  from: June 1, 2026\n  to:   June 1, 2027',
      'License holder\n  from: the holder on file when we last emailed you\n  to:   a different holder',
      'Whose record it is: 1 inspection (September 15, 2025)\n  from: the current owner’s\n',
      `${BASE_URL}/vendor/`,
    ])
      assert.ok(mail?.body.includes(part), `${part}\n---\n${mail?.body}`);
  });

  test('sends a webhook when it sends the email: for the same kinds of changes, once, and with ids only', async () => {
    await subscribed();
    await insertWebhook(database.db, account);
    await nextDay({ primaryStatus: '45', expiresOn: '2027-06-01' });
    assert.deepEqual([(await watch()).mails, (await watch()).mails], [1, 0]);
    const told = await database.db.selectFrom('webhook_messages').select(['account_id', 'body']).execute();
    const id = vendorId('2014', PELICAN.license_digits);
    assert.deepEqual(
      told.map(({ account_id, body }) => [account_id, JSON.parse(body)]),
      [
        [
          account,
          {
            type: 'vendor.changed',
            timestamp: new Date(now).toISOString(),
            data: {
              reason: 'watched',
              vendor_id: id,
              changed: ['status', 'expiry', 'ours'],
              vendor_name: 'PELICAN TACO WAGON',
              license_number: 'MFD4758801',
              verdict: 'REVIEW',
              url: `${BASE_URL}/vendor/${id}`,
            },
          },
        ],
      ],
    );
    const [mail] = await mails();
    for (const part of ['License status\n', 'License expires\n'])
      assert.ok(mail?.body.includes(part), mail?.body);
    await nextDay({ primaryStatus: '45', expiresOn: '2027-06-01' });
    await watch();
    assert.equal((await database.db.selectFrom('webhook_messages').select('id').execute()).length, 1);
  });

  test('reports a new inspection, a changed result of a known inspection, and a hold, each with the old and new values', async () => {
    await subscribed();
    await nextDay({}, [
      inspectionRow({ disposition: 'Warning Issued' }),
      inspectionRow({
        visitId: 9900002,
        caseId: 7700002,
        visitedOn: NEXT,
        total: 3,
        highPriority: 2,
        basic: 1,
        disposition: 'Emergency order recommended',
      }),
    ]);
    assert.equal((await watch()).mails, 1);
    const body = (await mails())[0]?.body ?? '';
    for (const part of [
      'Hold by the regulator\n  from: none on file\n  to:   The regulator closed the business under this license: “Emergency order recommended” (March 17, 2026). Nothing on file shows that it reopened.',
      'New inspection\n  from: September 15, 2025, Routine - Food: "Warning Issued" (0 violations, 0 high priority)\n  to:   March 17, 2026, Routine - Food: "Emergency order recommended" (3 violations, 2 high priority)',
      'Inspection on September 15, 2025 changed\n  from: result: "Inspection Completed - No Further Action"\n  to:   result: "Warning Issued"',
    ])
      assert.ok(body.includes(part), `${part}\n---\n${body}`);
  });

  test('emails a visit that moves to another day and a visit that disappears', async () => {
    const [first, last] = ['2025-08-01', '2025-12-01'].map((visitedOn, index) =>
      inspectionRow({ licenseNumber: 4758802, visitId: 9900010 + index, visitedOn }),
    );
    assert.ok(first && last);
    const second = inspectionRow({ visitId: 9900002, visitedOn: '2025-11-03' });
    const visits = [first, inspectionRow(), second, last];
    await publishDay(database, { day: DAY, licenses: [licenseRow()], visits });
    await subscribed();
    const other = inspectionRow({ licenseNumber: 4758802, visitId: 9900012, visitedOn: '2025-11-03' });
    await nextDay({}, [first, inspectionRow({ visitedOn: '2025-09-16' }), other, last]);
    assert.equal((await watch()).mails, 1);
    const body = (await mails())[0]?.body ?? '';
    for (const part of [
      'Inspection on September 15, 2025 changed\n  from: on September 15, 2025\n  to:   on September 16, 2025',
      'Inspection removed\n  from: November 3, 2025, Routine - Food',
    ])
      assert.ok(body.includes(part), `${part}\n---\n${body}`);
  });

  test('never says that a business found operating without a license was closed', async () => {
    await subscribed();
    const disposition = 'Administrative determination recommended';
    await nextDay({}, [inspectionRow(), inspectionRow({ visitId: 9900002, visitedOn: NEXT, disposition })]);
    assert.equal((await watch()).mails, 1);
    const body = (await mails())[0]?.body ?? '';
    assert.ok(body.includes('An inspector found the business operating without a license'), body);
    assert.doesNotMatch(body, /clos/i);
  });

  test('replaces a state from an earlier version without an email, and compares its new fields from then on', async () => {
    await subscribed();
    const stored = async () =>
      (await database.db.selectFrom('watched_licenses').select('reported').executeTakeFirstOrThrow())
        .reported;
    const known = JSON.parse(await stored());
    const { name, aka, holder, status, expires_on, grade, grade_status, hold } = known;
    const former = { name, aka, holder, status, expires_on, grade, grade_status, hold };
    const visits = known.visits.map(
      ({ id, date, type, disposition, high_priority, total, prior_owner }: never) => ({
        id,
        date,
        type,
        disposition,
        high_priority,
        total,
        prior_owner,
      }),
    );
    await database.db
      .updateTable('watched_licenses')
      .set({ reported: JSON.stringify({ ...former, visits }) })
      .execute();
    const moved = inspectionRow({ city: 'QUINCY' });
    await nextDay({ city: 'QUINCY' }, [moved]);
    assert.equal((await watch()).mails, 0, 'the place was not watched before');
    assert.equal(JSON.parse(await stored()).location.city, 'QUINCY');
    assert.deepEqual(await mails(), []);
    now = '2026-03-18T15:00:00Z';
    await publishDay(database, {
      day: '2026-03-18',
      licenses: [licenseRow({ city: 'HAVANA' })],
      visits: [inspectionRow({ city: 'HAVANA' })],
    });
    assert.equal((await watch()).mails, 1);
    assert.match((await mails())[0]?.body ?? '', /Place\n {2}from: QUINCY.*\n {2}to: {3}HAVANA/);
  });

  test('reports a license as gone if no file lists it and it was never inspected', async () => {
    now = `${NEXT}T15:00:00Z`;
    const others = ['MFD4700002', 'MFD4700003'].map((licenseNumber) => licenseRow({ licenseNumber }));
    const listed = [licenseRow(), ...others, licenseRow({ licenseNumber: 'MFD4700001' })];
    await publishDay(database, { day: NEXT, licenses: listed });
    const license = { license_type: '2014', license_digits: '4700001' };
    await insertVerifiedClaim(database.db, account, license);
    await insertSubscription(database.db, account, license);
    assert.equal((await watch()).baselines, 1);
    now = '2026-03-18T15:00:00Z';
    await publishDay(database, { day: '2026-03-18', licenses: [licenseRow(), ...others] });
    assert.equal((await watch()).mails, 1);
    assert.equal((await watch()).mails, 0);
    const body = (await mails())[0]?.body ?? '';
    assert.ok(body.includes('License status\n  from: current\n  to:   not in the latest license file'), body);
  });

  test('leaves a second change on the same day for the next day’s email', async () => {
    await subscribed();
    await nextDay({ primaryStatus: '45' });
    assert.equal((await watch()).mails, 1);
    await publishDay(database, {
      day: NEXT,
      licenses: [licenseRow({ primaryStatus: '45', expiresOn: '2027-06-01' })],
    });
    assert.deepEqual(await watch(), { watched: 1, baselines: 0, mails: 0, waiting: 1, failed: 0 });
    now = '2026-03-18T04:30:00Z';
    assert.deepEqual((await watch()).mails, 1, 'half past midnight in Florida is another day');
    const bodies = (await mails()).map(({ body }) => body);
    assert.equal(bodies.length, 2);
    assert.ok(bodies[1]?.includes('License expires\n  from: June 1, 2026\n  to:   June 1, 2027'));
    assert.ok(!bodies[1]?.includes('License status'));
  });

  test('keeps to one email a day even if it no longer knows when it last reported', async () => {
    await subscribed();
    await nextDay({ primaryStatus: '45' });
    const { license_type, license_digits } = PELICAN;
    await database.db
      .insertInto('watch_mails')
      .values({ account_id: account, license_type, license_digits, day: NEXT, queued_at: now })
      .execute();
    assert.deepEqual(await watch(), { watched: 1, baselines: 0, mails: 0, waiting: 1, failed: 0 });
    now = '2026-03-18T15:00:00Z';
    assert.equal((await watch()).mails, 1, 'and the change is not lost by that');
  });

  test('queues exactly one email for any number of concurrent runs', async () => {
    await subscribed();
    await nextDay({ primaryStatus: '45' });
    const runs = await Promise.all(Array.from({ length: 6 }, watch));
    assert.deepEqual([runs.reduce((sum, { mails: sent }) => sum + sent, 0), (await mails()).length], [1, 1]);
  });

  test('queues one email for two runs on either side of midnight', async () => {
    await subscribed();
    await nextDay({ primaryStatus: '45' });
    const runs = await Promise.all(
      ['2026-03-18T03:59:59Z', '2026-03-18T04:00:01Z'].map((at) =>
        runWatch({ ...contextOf(database.db), now: () => new Date(at) }),
      ),
    );
    assert.deepEqual([runs.reduce((sum, { mails: sent }) => sum + sent, 0), (await mails()).length], [1, 1]);
  });

  test('leaves neither an email nor a mark if a run fails halfway, and the next run reports the change', async () => {
    await subscribed();
    await nextDay({ primaryStatus: '45' });
    const errors: object[] = [];
    // The last of the three writes fails, because the email cannot be queued.
    await sql`alter table mails rename to mails_elsewhere`.execute(database.db);
    const run = await runWatch(contextOf(database.db, { error: (fields) => errors.push(fields) }));
    await sql`alter table mails_elsewhere rename to mails`.execute(database.db);
    assert.deepEqual([run.mails, run.failed, errors.length], [0, 1, 1]);
    const marks = await database.db.selectFrom('watch_mails').select('day').execute();
    const reported = await database.db
      .selectFrom('watched_licenses')
      .select(['reported_version', 'reported_on'])
      .execute();
    assert.deepEqual(
      [marks, reported.map((row) => ({ ...row }))],
      [[], [{ reported_version: 1, reported_on: null }]],
    );
    assert.equal((await watch()).mails, 1);
    assert.equal((await mails()).length, 1);
  });

  test('checks the other licenses even if one cannot be checked', async () => {
    await subscribed();
    const other = { license_type: '2014', license_digits: '4758802' };
    const rows = (fields: Parameters<typeof licenseRow>[0]) => [
      licenseRow(fields),
      licenseRow({ ...fields, licenseNumber: 'MFD4758802' }),
    ];
    now = `${NEXT}T15:00:00Z`;
    await insertSubscription(database.db, account, other);
    await publishDay(database, { day: NEXT, licenses: rows({}) });
    assert.equal((await watch()).baselines, 1);
    await publishDay(database, { day: '2026-03-18', licenses: rows({ primaryStatus: '45' }) });
    await database.db
      .updateTable('watched_licenses')
      .set({ reported: '{' })
      .where('license_digits', '=', '4758801')
      .execute();
    now = '2026-03-18T15:00:00Z';
    const errors: object[] = [];
    const run = await runWatch(contextOf(database.db, { error: (fields) => errors.push(fields) }));
    assert.deepEqual([run.mails, run.failed, errors.length], [1, 1, 1]);
  });

  test('continues during the grace period of a missed payment, and stops after it', async () => {
    const id = await subscribed();
    const setGrace = (until: string) =>
      database.db
        .updateTable('subscriptions')
        .set({ state: 'past_due', grace_ends_at: until })
        .where('id', '=', id)
        .execute();
    await nextDay({ primaryStatus: '45' });
    await setGrace(now.replace('15:00:00Z', '15:00:00.000Z'));
    assert.equal((await watch()).watched, 0);
    await setGrace('2026-03-17T15:00:00.001Z');
    assert.equal((await watch()).mails, 1);
  });

  test('watches nothing after a subscription ends, and starts a new one from the state at that time', async () => {
    const id = await subscribed();
    await database.db.updateTable('subscriptions').set({ state: 'cancelled' }).where('id', '=', id).execute();
    await nextDay({ primaryStatus: '45' });
    assert.equal((await watch()).watched, 0);
    await insertSubscription(database.db, account, PELICAN);
    assert.deepEqual(await watch(), { watched: 1, baselines: 1, mails: 0, waiting: 0, failed: 0 });
    assert.deepEqual(await mails(), []);
  });

  test('runs the same number of statements for any number of watched licenses if nothing changed', async () => {
    const count = async () => {
      const { db, count: counted } = countStatements(database.db);
      const published = countStatements(database.published.db);
      await runWatch({ ...contextOf(db), registry: { ...database.published, db: published.db } });
      return counted() + published.count();
    };
    await subscribed();
    const one = await count();
    const digits = Array.from({ length: 30 }, (_, index) => `47600${10 + index}`);
    await publishDay(database, {
      day: DAY,
      licenses: [licenseRow(), ...digits.map((each) => licenseRow({ licenseNumber: `MFD${each}` }))],
    });
    for (const each of digits)
      await insertSubscription(database.db, account, { license_type: '2014', license_digits: each });
    assert.equal((await watch()).baselines, 30);
    assert.equal(await count(), one);
  });
});
