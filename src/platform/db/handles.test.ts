import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerAccess, LedgerDb, LedgerTx, PublishedAccess, PublishedDb } from './database.ts';

/** Each line after a `@ts-expect-error` must fail to compile; `tsc` reports such a line if it compiles. */
test('code that swaps the ledger and the published records does not compile', () => {
  const toLedger = (_handle: LedgerDb) => 'ledger';
  const inLedger = (_handle: LedgerTx) => 'ledger';
  const withLedger = (_access: LedgerAccess) => 'ledger';
  const toPublished = (_handle: PublishedDb) => 'published';
  const calls = (ledger: LedgerAccess, published: PublishedAccess, tx: LedgerTx) => [
    toLedger(ledger.db),
    toPublished(published.db),
    // A ledger transaction can be used wherever the ledger can.
    toLedger(tx),
    // @ts-expect-error the published records are not a ledger
    toLedger(published.db),
    // @ts-expect-error the ledger has no published records
    toPublished(ledger.db),
    // @ts-expect-error a handle outside a transaction is not a transaction
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
