import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { ORDER_SECRETS, type OrderFields, orderCsv, orderRow } from '../../../test/support/order-files.ts';
import { AS_OF, cards, file, licenses, now, run, truck } from '../../../test/support/publication-runs.ts';
import { applicationCsv, applicationRow } from '../../../test/support/regulator-files.ts';
import { describeCoverage } from '../../intake/coverage/coverage-service.ts';
import { findFileToWithdraw } from '../../intake/log/named-files-service.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openLedger } from '../../platform/db/open.ts';
import { unpackPart } from '../../platform/db/row-parts.ts';
import { publish } from './service.ts';

const LICENSES = await licenses('licenses.csv', '2025-12-20', [truck(1), truck(2)]);
const order = (last: number, fields: Partial<OrderFields> = {}): OrderFields =>
  orderRow({ ...truck(last), caseNumber: `202500000${last}`, ...fields });
const orders = (name: string, rows: readonly OrderFields[]) => file(name, orderCsv(rows));

async function ordersOf(database: TestDatabase, last: number) {
  const card = (await cards(database)).get(`2014:135${String(last).padStart(4, '0')}`);
  return card?.final_orders ?? assert.fail('no such vendor');
}
const casesOf = async (database: TestDatabase, last: number) =>
  (await ordersOf(database, last)).map((each) => [each.case_number, each.fine_cents]);

async function withdraw(database: TestDatabase, name: string) {
  const named = await findFileToWithdraw(database.db, name);
  assert.ok(named.found, named.found ? '' : named.message);
  const withdrawal = { by: 'ola', because: 'It was sent again.', fileId: named.file.id };
  return publish(database, { files: [], asOf: AS_OF, now, withdrawal });
}

describeBothEngines('final orders', (open) => {
  test('are listed on their license’s scorecard, newest first, without affecting the score', async () => {
    const database = await open();
    await run(database, [LICENSES]);
    const before = (await cards(database)).get('2014:1350001');
    assert.deepEqual(before?.final_orders, []);
    const published = await run(database, [
      await orders('rdar0925.csv', [
        order(1),
        order(1, { caseNumber: '2025000009', orderedOn: '2025-09-20', violationOn: '', fine: '1,234.50' }),
        order(1, { licenseNumber: 'SEA1350001', caseNumber: '2025000008' }),
        order(2, { fine: '0', orderedOn: '2025-09-30' }),
      ]),
      await orders('rdar1025.csv', [order(1, { caseNumber: '2025000011', orderedOn: '2025-10-02' })]),
    ]);
    assert.deepEqual(
      published.files.map(({ slot, outcome, rowsKept, rowsOther }) => [slot, outcome, rowsKept, rowsOther]),
      [
        ['final_orders:2025-09', 'published', 3, 1],
        ['final_orders:2025-10', 'published', 1, 0],
      ],
    );
    const common = {
      violation_on: '2025-06-12',
      violations: 2,
      fine_cents: 50_000,
      currency: 'USD',
    } as const;
    const own = { of_current_holder: true, file_date: '2025-09-30' };
    assert.deepEqual(await ordersOf(database, 1), [
      { case_number: '2025000011', final_order_on: '2025-10-02', ...common, ...own, file_date: '2025-10-02' },
      {
        case_number: '2025000009',
        final_order_on: '2025-09-20',
        ...common,
        ...own,
        violation_on: null,
        fine_cents: 123_450,
      },
      { case_number: '2025000001', final_order_on: '2025-09-03', ...common, ...own },
    ]);
    assert.deepEqual(await casesOf(database, 2), [['2025000002', 0]]);
    const after = (await cards(database)).get('2014:1350001');
    assert.deepEqual(
      [after?.grade_status, after?.service_score, after?.risk_tier, after?.recommendation.code],
      [before.grade_status, before.service_score, before.risk_tier, before.recommendation.code],
    );
    await database.close();
  });

  test('are replaced if a newer file covers their month: orders are added, changed or removed', async () => {
    const database = await open();
    await run(database, [
      LICENSES,
      await orders('rdar0825.csv', [order(1, { caseNumber: 'A-8', orderedOn: '2025-08-20' })]),
      await orders('rdar0925.csv', [
        order(1, { caseNumber: 'A-1' }),
        order(1, { caseNumber: 'A-2', orderedOn: '2025-09-04' }),
        order(2, { caseNumber: 'A-3' }),
      ]),
    ]);
    const again = await run(database, [
      await orders('rdar0925-again.csv', [
        order(1, { caseNumber: 'A-2', orderedOn: '2025-09-04', fine: '300' }),
        order(1, { caseNumber: 'A-4', orderedOn: '2025-09-30' }),
      ]),
    ]);
    assert.equal(again.outcome, 'published');
    const inUse = [
      ['A-4', 50_000],
      ['A-2', 30_000],
      ['A-8', 50_000],
    ];
    assert.deepEqual([await casesOf(database, 1), await casesOf(database, 2)], [inUse, []]);
    await withdraw(database, 'rdar0925-again.csv');
    const before = [
      ['A-2', 50_000],
      ['A-1', 50_000],
      ['A-8', 50_000],
    ];
    assert.deepEqual([await casesOf(database, 1), await casesOf(database, 2)], [before, [['A-3', 50_000]]]);
    await withdraw(database, 'rdar0925.csv');
    assert.deepEqual([await casesOf(database, 1), await casesOf(database, 2)], [[['A-8', 50_000]], []]);
    await database.close();
  });

  test('remain if the newer file for their month may have them in a refused row', async () => {
    const database = await open();
    const first = await orders('rdar0925.csv', [
      order(1, { caseNumber: 'A-1' }),
      order(2, { caseNumber: 'A-2' }),
      order(2, { caseNumber: 'A-9', orderedOn: '2025-09-30' }),
    ]);
    await run(database, [LICENSES, first]);
    const rows = [
      order(1, { caseNumber: 'A-1', fine: '?' }),
      order(2, { caseNumber: 'A-9', orderedOn: '2025-09-30' }),
    ];
    await run(database, [await orders('damaged.csv', rows)]);
    assert.deepEqual(
      [await casesOf(database, 1), await casesOf(database, 2)],
      [[['A-1', 50_000]], [['A-9', 50_000]]],
    );
    const unknown = order(1, { licenseNumber: '???', caseNumber: 'A-1' });
    await run(database, [
      await orders('unknown.csv', [unknown, order(1, { caseNumber: 'A-5', orderedOn: '2025-09-30' })]),
    ]);
    assert.deepEqual(await casesOf(database, 2), [['A-9', 50_000]]);
    await database.close();
  });

  test('belong to the former holder before a change of owner, and to an unknown holder between the last evidence of one holder and the first of the next', async () => {
    const database = await open();
    const change = applicationRow({
      ...truck(1),
      applicationType: 'Approve Change Owner Request',
      approvedOn: '2025-08-15',
    });
    await run(database, [
      LICENSES,
      await file('owners.csv', applicationCsv([change], { file: 'change_of_owner' })),
      await orders('rdar0925.csv', [
        order(1, { caseNumber: 'FORMER', violationOn: '2025-08-14' }),
        order(1, { caseNumber: 'OWN', violationOn: '2025-08-15' }),
        order(1, { caseNumber: 'UNKNOWN', violationOn: '' }),
        order(1, { caseNumber: 'EARLY', violationOn: '', orderedOn: '2025-08-01' }),
      ]),
    ]);
    const whose = (await ordersOf(database, 1)).map((each) => [each.case_number, each.of_current_holder]);
    assert.deepEqual(Object.fromEntries(whose), { FORMER: false, OWN: true, UNKNOWN: null, EARLY: false });
    await database.close();
  });

  test('do not leave names or addresses in any table, including refused rows', async () => {
    const database = await open();
    await run(database, [
      LICENSES,
      await orders('rdar0925.csv', [
        ...['1', '2', '3', '4'].map((last) => order(1, { caseNumber: `202500000${last}` })),
        order(2, { fine: '4 UNPRINTED ALLEY' }),
        order(2, { violations: '32388' }),
      ]),
    ]);
    const tables = await database.db.introspection.getTables();
    const names = tables.filter(({ isView }) => !isView).map(({ name }) => name);
    assert.ok(names.includes('file_rows') && names.includes('refused_rows'));
    const { db } = database;
    const stored = JSON.stringify([
      await Promise.all(
        names.map(async (name) => (await sql`select * from ${sql.table(name)}`.execute(db)).rows),
      ),
      (await db.selectFrom('file_rows').select('bytes').execute()).map(({ bytes }) => unpackPart(bytes)),
    ]);
    assert.ok(stored.includes('2025000001') && stored.includes('fine_malformed'));
    for (const secret of ORDER_SECRETS) assert.ok(!stored.includes(secret), secret);
    await database.close();
  });

  test('are included in coverage, and are neither missing nor late', async () => {
    const database = await open();
    const files = [
      LICENSES,
      await orders('rdar0124.csv', [order(1, { orderedOn: '2024-01-03', violationOn: '2023-12-01' })]),
    ];
    await run(database, files, '2026-01-10');
    const coverage = await describeCoverage(database);
    assert.deepEqual(
      coverage.files.map(({ slot, kind, district }) => [slot, kind, district]),
      [
        ['final_orders:2024-01', 'final_orders', null],
        ['licenses:district-6', 'licenses', 6],
      ],
    );
    const late = coverage.not_refreshed.map(({ slot }) => slot);
    assert.deepEqual([late, coverage.held_back], [['licenses:district-6'], []]);
    assert.ok(!coverage.missing.some((slot) => slot.startsWith('final_orders')));
    await database.close();
  });
});

test('the database files do not contain any part of a row’s name, address or ZIP', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'orders-'));
  const registry = openLedger({ databaseUrl: undefined, dataDir: folder });
  try {
    await migrateLedger(registry);
    const rows = [order(1), order(1, { caseNumber: '2025000007', fine: '4 UNPRINTED ALLEY' })];
    await publish(registry, {
      files: [LICENSES, await orders('rdar0925.csv', rows)],
      asOf: AS_OF,
      now,
    });
    const bytes = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(path.join(folder, name)).isFile())
        .map((name) => readFileSync(path.join(folder, name), 'latin1'));
    const stored = bytes().join('\n');
    assert.ok(stored.includes('2025000001') && stored.includes('fine_malformed'));
    for (const secret of ORDER_SECRETS) assert.ok(!stored.includes(secret), secret);
  } finally {
    await registry.close();
    rmSync(folder, { recursive: true });
  }
});
