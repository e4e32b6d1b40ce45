import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerAccess, LedgerDb, LedgerTx, PublishedAccess, PublishedDb } from './database.ts';

/** Each line that is expected to fail must fail to compile; `tsc` reports one that compiles. */
test('code that swaps the ledger and the published records does not compile', () => {
  const toLedger = (_handle: LedgerDb) => 'ledger';
  const inLedger = (_handle: LedgerTx) => 'ledger';
  const withLedger = (_access: LedgerAccess) => 'ledger';
  const toPublished = (_handle: PublishedDb) => 'published';
  const calls = (ledger: LedgerAccess, published: PublishedAccess, tx: LedgerTx) => [
    toLedger(ledger.db),
    toPublished(published.db),
    // A transaction belongs to its own database.
    toLedger(tx),
    // @ts-expect-error the published records are no ledger
    toLedger(published.db),
    // @ts-expect-error the ledger has no published records
    toPublished(ledger.db),
    // @ts-expect-error a handle outside a transaction is no transaction
    inLedger(ledger.db),
    // @ts-expect-error the engine of published records has no locks
    withLedger({ db: ledger.db, engine: published.engine }),
    // @ts-expect-error the published records have no accounts
    published.db.selectFrom('accounts'),
    // @ts-expect-error the ledger has no vendors
    ledger.db.selectFrom('vendors'),
  ];
  assert.equal(calls.length, 3);
});
