import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { assertMatches } from '../../../../test/support/check.ts';
import { countStatements } from '../../../../test/support/count-statements.ts';
import { NOW, reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import { describeEngines } from '../../../../test/support/engines.ts';
import {
  applicationRow,
  insertApplication,
  insertApplications,
  insertEvent,
  openApplicationService,
} from '../../../../test/support/ledger-rows.ts';
import type { OpenDatabase } from '../../../platform/db/database.ts';
import { ApplicationRecord } from '../schemas.ts';
import type { ApplicationService } from '../service-types.ts';

describeEngines('the inbox', (open) => {
  let database: OpenDatabase;
  let service: ApplicationService;

  before(async () => {
    database = await open();
    ({ service } = await openDemoApplications(database));
  });
  after(() => database.close());

  const inboxOf = async (numbers: readonly string[]) => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    for (const [index, license_number] of numbers.entries()) {
      const submitted_at = new Date(NOW().getTime() + index).toISOString();
      await insertApplication(database.db, eventId, { license_number, submitted_at });
    }
    return { accountId, eventId, rows: (await service.listInbox(accountId, eventId)).rows };
  };

  test('each line has the vendor’s standing now, made without a receipt', async () => {
    const states = ['grade-a', 'grade-c', 'grade-f', 'emergency-hold', 'delinquent', 'insufficient-record'];
    const { rows } = await inboxOf(states.map(reservedNumber));
    assert.deepEqual(
      rows.map(({ standing }) => [standing?.verdict, standing?.grade, standing?.grade_status]),
      [
        ['CLEAR', 'A', 'graded'],
        ['CONDITIONAL', 'C', 'graded'],
        ['DECLINE', 'F', 'graded'],
        ['DECLINE', null, 'hold'],
        ['REVIEW', null, 'withheld'],
        ['REVIEW', null, 'insufficient_record'],
      ],
    );
    for (const { standing } of rows) assert.ok(standing && standing.reasons.length > 0);
    assert.deepEqual(await database.db.selectFrom('receipts').select('jti').execute(), []);
  });

  test('an unknown or ambiguous number has no standing: unknown, never clean', async () => {
    const digits = reservedNumber('ambiguous').replace(/\D/g, '');
    const { rows } = await inboxOf(['0000000001', digits]);
    for (const row of rows)
      assert.deepEqual([row.standing, row.vendor, row.service_score], [null, null, null]);
  });

  test('other open applications under the same digits are counted, closed ones are not', async () => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    const apply = (license_number: string, status: string) =>
      insertApplication(database.db, eventId, { license_number, status });
    const same = [
      await apply('MFD-77 1', 'submitted'),
      await apply('771', 'approved'),
      await apply('7-7-1', 'declined'),
    ];
    const alone = await apply('772', 'submitted');
    const { rows } = await service.listInbox(accountId, eventId);
    const counts = new Map(rows.map(({ id, same_license }) => [id, same_license]));
    assert.deepEqual(
      [...same, alone].map((id) => counts.get(id)),
      [1, 1, 2, 0],
    );
    for (const [id, count] of counts)
      assert.equal((await service.getDetail(accountId, eventId, id)).application.same_license, count);
  });

  test('the list as text is the list, field for field', async () => {
    const { accountId, eventId } = await inboxOf([
      ...['grade-a', 'emergency-hold', 'insufficient-record', 'caterer'].map(reservedNumber),
      ...['0000000001', 'MFD"\\ 2'],
    ]);
    const answers = [{ question_id: 'a', label: '"Q"\u2028', type: 'several_choices', answer: ['x', 'y'] }];
    await insertApplication(database.db, eventId, {
      custom_responses: JSON.stringify(answers),
      business_name: '</script>"\\',
      outcome: 'late',
      outcome_recorded_at: NOW().toISOString(),
    });
    const { rows: lines } = await service.listInbox(accountId, eventId);
    const records = lines.map(({ standing: _, same_license: _count, ...record }) => record);
    assert.equal(records.length, 7);
    for (const event of [undefined, eventId]) {
      const texts = await service.listApplicationTexts(accountId, event);
      assert.deepEqual(
        texts.map((text): unknown => JSON.parse(text)),
        records,
      );
      for (const record of records) assertMatches(ApplicationRecord, record);
    }
  });

  test('the number of statements is the same for 1 and for 500 applications', async () => {
    const { db, count } = countStatements(database.db);
    const counted = openApplicationService({ ...database, db });
    const statementsFor = async (applications: number) => {
      const accountId = await insertAccount(database.db);
      const eventId = await insertEvent(database.db, accountId);
      const numbers = ['grade-a', 'grade-b', 'caterer'].map(reservedNumber);
      const rows = Array.from({ length: applications }, (_, index) =>
        applicationRow(eventId, { license_number: numbers[index % 5] ?? `00${index}` }),
      );
      await insertApplications(database.db, rows);
      const [first] = rows;
      const reads: (() => Promise<unknown>)[] = [
        () => counted.listInbox(accountId, eventId),
        () => counted.listApplicationTexts(accountId, eventId),
        () => counted.listApplicationTexts(accountId, undefined),
        () => counted.getComplianceFile(accountId, eventId),
        () => counted.getDetail(accountId, eventId, first?.id ?? ''),
      ];
      const statements: number[] = [];
      for (const read of reads) {
        const before = count();
        await read();
        statements.push(count() - before);
      }
      return statements;
    };
    const few = await statementsFor(1);
    assert.deepEqual(few, [3, 3, 2, 4, 6]);
    assert.deepEqual(await statementsFor(500), few);
  });

  test('cancelling costs as many statements for 1 as for 150 applications', async () => {
    const { db, count } = countStatements(database.db);
    const counted = openApplicationService({ ...database, db });
    const statementsFor = async (applications: number) => {
      const accountId = await insertAccount(database.db);
      const eventId = await insertEvent(database.db, accountId);
      const rows = Array.from({ length: applications }, () => applicationRow(eventId));
      await insertApplications(database.db, rows);
      const before = count();
      await counted.cancelEvent(accountId, eventId);
      return count() - before;
    };
    assert.equal(await statementsFor(150), await statementsFor(1));
  });
});
