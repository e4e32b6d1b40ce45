import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { AS_OF, file, licenses, now, truck, visits } from '../../../test/support/publication-runs.ts';
import { closureRow, closureWorkbook } from '../../../test/support/regulator-files.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { parsePublishedFacts } from '../record/decision-facts.ts';
import { publish } from './service.ts';

const DECISION = { by: 'ola', because: 'Its statuses are wrong.' };
const FLEET = Array.from({ length: 12 }, (_, index) => truck(index));
/** Each vendor has three good visits, so that the vendor's record determines the verdict. */
const VISITS = FLEET.flatMap(({ licenseNumber }, index) =>
  ['2025-08-02', '2025-10-02', '2025-12-02'].map((visitedOn, visit) => ({
    visitId: 9_900_000 + index * 3 + visit,
    visitedOn,
    licenseNumber: licenseNumber.slice(3),
  })),
);

describeEngines('a publication with its verdicts', (open) => {
  const publishFiles = (database: TestDatabase, files: readonly ParsedFile[]) =>
    publish(database, { files, asOf: AS_OF, now, acceptance: DECISION });

  test('counts the verdicts that a file and its withdrawal change, and keeps the as-of date after the withdrawal', async () => {
    const database = await open();
    const first = await publishFiles(database, [
      await licenses('a.csv', '2025-12-01', FLEET),
      await visits('visits.csv', VISITS),
    ]);
    assert.deepEqual(first.verdictChanges, [{ before: null, after: 'CLEAR', vendors: 12 }]);
    const wrong = FLEET.map((each, index) => (index < 9 ? { ...each, primaryStatus: '45' } : each));
    const second = await publishFiles(database, [await licenses('b.csv', '2025-12-02', wrong)]);
    assert.deepEqual(second.verdictChanges, [{ before: 'CLEAR', after: 'REVIEW', vendors: 9 }]);
    const withdrawal = { ...DECISION, fileId: second.files[0]?.id ?? 0 };
    const later = () => new Date('2026-03-01T12:00:00Z');
    const third = await publish(database, { files: [], now: later, withdrawal });
    assert.deepEqual(third.verdictChanges, [{ before: 'REVIEW', after: 'CLEAR', vendors: 9 }]);
    assert.deepEqual([third.asOf, third.asOfBefore], [AS_OF, AS_OF]);
    await database.close();
  });

  test('does not give CLEAR based on a year’s short first file, but does once last year’s file arrives', async () => {
    const database = await open();
    const days = (first: string, last: string) =>
      [first, last].map((visitedOn, visit) => ({ visitedOn, visit }));
    const fleet = (yearly: ReturnType<typeof days>, id: number) =>
      FLEET.flatMap(({ licenseNumber }, index) =>
        yearly.map(({ visitedOn, visit }) => ({
          visitId: id + index * 2 + visit,
          visitedOn,
          licenseNumber: licenseNumber.slice(3),
        })),
      );
    const onDay = (files: readonly ParsedFile[]) =>
      publish(database, { files, asOf: '2025-08-31', now, acceptance: DECISION });
    const first = await onDay([
      await licenses('a.csv', '2025-08-30', FLEET),
      await visits('now.csv', fleet(days('2025-07-02', '2025-08-29'), 9_910_000)),
    ]);
    assert.deepEqual(first.verdictChanges, [{ before: null, after: 'REVIEW', vendors: 12 }]);
    const beside = await onDay([
      await visits('before.csv', fleet(days('2024-07-02', '2025-06-29'), 9_900_000)),
    ]);
    assert.deepEqual(beside.verdictChanges, [{ before: 'REVIEW', after: 'CLEAR', vendors: 12 }]);
    await database.close();
  });

  test('stores changed facts under a different hash even if the scorecard is unchanged', async () => {
    const database = await open();
    const licenseNumber = FLEET[0]?.licenseNumber.slice(3) ?? '';
    const determined = {
      visitId: 9_990_001,
      visitedOn: '2025-11-20',
      licenseNumber,
      disposition: 'Administrative determination recommended',
    };
    await publishFiles(database, [
      await licenses('a.csv', '2025-12-01', FLEET),
      await visits('visits.csv', [...VISITS, determined]),
    ]);
    const stored = () =>
      database.published.db
        .selectFrom('vendors')
        .innerJoin('records', 'records.position', 'vendors.position')
        .select(['scorecard', 'facts', 'sha256'])
        .where('digits', '=', licenseNumber)
        .executeTakeFirstOrThrow();
    const before = await stored();
    const reported = closureRow({ licenseNumber, closedOn: '2025-05-10', reopenedAt: '2025-05-12' });
    await publishFiles(database, [await file('closures.xlsx', await closureWorkbook([reported]))]);
    const after = await stored();
    assert.equal(after.scorecard, before.scorecard);
    assert.deepEqual(parsePublishedFacts(before.facts).concerns.closures, []);
    assert.deepEqual(parsePublishedFacts(after.facts).concerns.closures, [
      { on: '2025-05-10', is_exact: true, reopened_on: '2025-05-12' },
    ]);
    assert.notEqual(after.sha256, before.sha256);
    await database.close();
  });

  test('does not compare verdicts with records stored in another format', async () => {
    const database = await open();
    await publishFiles(database, [await licenses('a.csv', '2025-12-01', FLEET)]);
    await database.db.updateTable('published_state').set({ record_format: 1 }).execute();
    const { verdictChanges } = await publishFiles(database, [await licenses('b.csv', '2025-12-02', FLEET)]);
    assert.equal(verdictChanges, null);
    await database.close();
  });

  test('needs an as-of date if nothing has been published yet', async () => {
    const database = await open();
    await assert.rejects(publish(database, { files: [], now }), /Nothing is published yet/);
    await database.close();
  });
});
