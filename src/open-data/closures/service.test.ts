import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAllStatements } from '../../../test/support/count-statements.ts';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { publish } from '../../records/publication/service.ts';
import { UNMARKED } from '../../records/read/scorecard-marks.ts';
import { createClosuresReader } from './service.ts';

describeBothEngines('the reader of closures', (open) => {
  test('reads the records only once per publication, and looks up disputes for each request', async () => {
    const database = await open();
    await publish(database, { files: await readDemoFiles(1_500), asOf: DEMO_DAY, now: NOW });
    const { database: counted, count } = countAllStatements(database);
    let disputedId = '';
    const read = createClosuresReader(counted.published, {
      isUnmarked: (id) => id !== disputedId,
      annotate: async (_id, body, hash) => {
        const { inspections, ...rest } = JSON.parse(body);
        const dispute = { status: 'open' };
        const marked = inspections.map((each: object) => ({ ...each, dispute }));
        return { body: JSON.stringify({ ...rest, inspections: marked }), hash, isMarked: true };
      },
    });
    const first = await read();
    assert.ok(first.closures.length >= 2);
    const before = count();
    assert.deepEqual(await read(), first);
    assert.equal(count() - before, 1, 'only the version is queried');
    disputedId = first.closures[0]?.vendorId ?? '';
    const { closures } = await read();
    for (const { vendorId, isDisputed, isExact } of closures)
      if (isExact) assert.equal(isDisputed, vendorId === disputedId);
    await publish(database, { files: await readDemoFiles(1_510), asOf: DEMO_DAY, now: NOW });
    disputedId = '';
    const atPublication = count();
    const after = await read();
    assert.ok(count() - atPublication > 1, 'a new publication is read again');
    assert.deepEqual(await createClosuresReader(database.published, UNMARKED)(), after);
    await database.close();
  });
});
