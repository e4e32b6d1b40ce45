import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBothEngines } from '../../../../test/support/engines.ts';
import { inspectionCsv, inspectionRow } from '../../../../test/support/regulator-files.ts';
import { publish } from '../../../registry/publication/service.ts';
import { readRegulatorFile } from '../../../registry/sources/florida-dbpr/read-file.ts';
import { up as allowUnknownCounts } from './0007-unknown-counts.ts';

describeBothEngines('stored counts', (open) => {
  test('unknown ones are stored as such, and those of an older release that contradict each other become unknown', async () => {
    const database = await open();
    const rows = [
      inspectionRow({ visitId: 1, caseId: 1, total: 2, basic: 2 }),
      inspectionRow({ visitId: 2, caseId: 2, basic: '', categories: {} }),
      inspectionRow({ visitId: 3, caseId: 3, total: 4, basic: 4 }),
    ];
    const file = { name: 'a.csv', bytes: Buffer.from(inspectionCsv(rows)), publishedAt: null };
    const files = [await readRegulatorFile(file, '2026-03-01')];
    await publish(database, { files, asOf: '2026-03-01', now: () => new Date('2026-03-01T12:00:00Z') });
    const stored = async () => {
      const { db } = database;
      const visits = db.selectFrom('visits').select(['total', 'high_priority', 'intermediate', 'basic']);
      return (await visits.orderBy('visit_id').execute()).map((row) => Object.values(row));
    };
    const unknown = [null, null, null, null];
    assert.deepEqual(await stored(), [[2, 0, 0, 2], unknown, [4, 0, 0, 4]]);
    await database.db.updateTable('visit_rows').set({ basic: 0 }).where('visit_id', '=', 3).execute();
    await allowUnknownCounts(database.db);
    assert.deepEqual(await stored(), [[2, 0, 0, 2], unknown, unknown]);
    await database.close();
  });
});
