import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openClaimService } from '../../../test/support/claimed-licenses.ts';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { openStatements, type StatementBench, visitOf } from '../../../test/support/vendor-statements.ts';

describeEngines('releasing a claim', (open) => {
  let database: TestDatabase;
  let bench: StatementBench;

  before(async () => {
    database = await open();
    bench = await openStatements(database);
  });
  after(() => database.close());

  const states = async () => {
    const tables = ['claims', 'replies', 'disputes'] as const;
    const rows = await Promise.all(
      tables.map((table) =>
        database.db.selectFrom(table).select('state').where('account_id', '=', bench.owner).execute(),
      ),
    );
    return rows.flat().map(({ state }) => state);
  };

  test('withdraws the reply and the dispute in the same transaction, or changes nothing', async () => {
    const claims = openClaimService(database);
    await bench.replies.write(bench.owner, bench.claim, 'We have a new fridge.');
    const form = {
      visit_id: String(visitOf(1)),
      category: '',
      text: 'Another truck.',
      told_regulator: 'yes',
    };
    await bench.disputes.open(bench.owner, bench.claim, form);
    const untouched = await states();
    assert.deepEqual(untouched, ['verified', 'pending', 'pending_review']);
    await database.db.schema.alterTable('disputes').renameTo('disputes_away').execute();
    await assert.rejects(claims.release(bench.owner, bench.claim));
    await database.db.schema.alterTable('disputes_away').renameTo('disputes').execute();
    assert.deepEqual(await states(), untouched);
    assert.equal(await claims.release(bench.owner, bench.claim), undefined);
    assert.deepEqual(await states(), ['released', 'withdrawn', 'withdrawn']);
  });
});
