import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { inspectionRow, licenseRow } from '../../../test/support/regulator-files.ts';
import { publishDay } from '../../../test/support/watch-rows.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import { createRecordReader } from '../../records/read/record-reader-service.ts';
import { openLog } from '../log/service.ts';
import { openKeyRing } from '../receipts/key-file-service.ts';
import { generateKey } from '../receipts/key-ring-service.ts';
import { createReceiptService } from '../receipts/service.ts';
import { createPreparedDecisions } from './decision-response.ts';
import { createIdempotentAnswers } from './idempotency/idempotent-service.ts';
import { type DecisionContext, prepareForEvent } from './service.ts';
import { createSharedReceipts } from './shared-receipts.ts';
import { findReceiptForAnyone, verifyForAnyone } from './verify-service.ts';

const DECIDED_ON = '2026-05-28';
const LICENSE_ENDS_ON = '2026-06-01';
const BASE_URL = 'https://vendors.example';

describeEngines('today’s decision, shown next to a receipt', (open) => {
  let database: TestDatabase;
  let context: DecisionContext;
  let day: string;
  beforeEach(async () => {
    database = await open();
    day = DECIDED_ON;
    const now = () => new Date(`${day}T15:00:00Z`);
    const keys = openKeyRing({ keys: [generateKey(now())] });
    const receipts = createReceiptService(database, keys, BASE_URL);
    context = {
      published: database.published,
      records: createRecordReader(database.published, { today: () => jurisdictionDay(now()) }),
      receipts,
      log: openLog(database.db),
      shared: createSharedReceipts(receipts),
      idempotent: createIdempotentAnswers({ ledgerDb: database.db, receipts, now }),
      prepared: createPreparedDecisions(BASE_URL),
      baseUrl: BASE_URL,
      now,
    };
  });

  /** Issues a receipt for a vendor with a clean record and an event on these days. */
  const issue = async (first: string, last = first) => {
    const visits = ['2025-07-02', '2025-09-10', '2025-11-03', '2026-05-20'].map((visitedOn, index) =>
      inspectionRow({ visitId: 9_900_001 + index, caseId: 7_700_001 + index, visitedOn }),
    );
    await publishDay(database, { day, licenses: [licenseRow({ expiresOn: LICENSE_ENDS_ON })], visits });
    const pending = await prepareForEvent(context, { license_number: 'MFD4758801' }, 'festival', {
      first,
      last,
    });
    return pending.issue();
  };
  /**
   * Returns the receipt's verdict and then, for each of these days, that day's verdict and whether it
   * differs.
   */
  const verdictsOn = async (receipt: string, days: readonly string[]) => {
    const told: unknown[] = [];
    for (day of days) {
      const { valid, receipt: claims, current } = await verifyForAnyone(context, receipt);
      assert.ok(valid && claims && current);
      if (told.length === 0) told.push(claims.verdict);
      told.push([current.verdict, current.changed]);
    }
    return told;
  };

  test('remains the same after the license expires, and becomes REVIEW once the records are too old', async () => {
    const { receipt, number } = await issue('2026-05-31', '2026-06-02');
    assert.deepEqual(await verdictsOn(receipt, ['2026-05-29', '2026-06-02', '2026-08-01']), [
      'CLEAR',
      ['CLEAR', false],
      ['CLEAR', false],
      ['REVIEW', true],
    ]);
    await database.db.updateTable('receipts').set({ claims: null, signatures: null }).execute();
    assert.equal((await findReceiptForAnyone(context, number)).current?.verdict, 'REVIEW');
  });
});
