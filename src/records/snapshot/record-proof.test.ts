import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootOfInclusion } from '../../../test/support/check-proofs.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { licenses, run, truck } from '../../../test/support/publication-runs.ts';
import { getPublishedState } from '../../published-state/service.ts';
import { createRecordProofs, type RecordProofs } from './record-proof-service.ts';
import { hashTreeLeaf, type TreeRecord } from './record-tree.ts';

describeBothEngines('the path from a record to the root hash', (open) => {
  const publishDay = async (database: TestDatabase, day: string) => {
    const trucks = Array.from({ length: 5 }, (_, at) => truck(at + 1));
    await run(database, [await licenses(`${day}.csv`, day, trucks)]);
    const { root_hash, version } = await getPublishedState(database.published.db);
    const records = await database.published.db
      .selectFrom('vendors')
      .select(['id', 'sha256', 'shown_sha256'])
      .execute();
    return { root_hash, version, records };
  };
  const rootFrom = async (proofs: RecordProofs, record: TreeRecord, size: number) => {
    const proof = await proofs.prove(record);
    if (!proof) return undefined;
    const { version, position: index, shownSha256: shown_sha256, path } = proof;
    const leaf = hashTreeLeaf({ ...record, shown_sha256 });
    const root = rootOfInclusion({ index, size, leaf, path });
    return `${version} ${root && Buffer.from(root).toString('hex')}`;
  };

  test('is available for the records in the current and previous publications, even in a process that started later', async () => {
    const database = await open();
    const followed = createRecordProofs(database.published);
    await followed.renew();
    assert.equal(await followed.prove({ id: 'x', sha256: 'y' }), undefined);
    const first = await publishDay(database, '2025-11-01');
    await followed.renew();
    const second = await publishDay(database, '2025-11-02');
    await followed.renew();
    await followed.renew();
    const late = createRecordProofs(database.published);
    await late.renew();
    for (const proofs of [followed, late])
      for (const { version, root_hash, records } of [first, second])
        for (const record of records) {
          assert.equal(await rootFrom(proofs, record, records.length), `${version} ${root_hash}`);
          assert.equal(await proofs.prove({ id: record.id, sha256: 'ab'.repeat(32) }), undefined);
        }
    await publishDay(database, '2025-11-03');
    await followed.renew();
    assert.equal(await followed.prove(first.records[0] ?? assert.fail()), undefined);
    assert.ok(await followed.prove(second.records[0] ?? assert.fail()));
    await database.close();
  });
});
