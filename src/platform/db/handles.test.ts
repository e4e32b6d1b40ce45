import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerAccess, LedgerDb, LedgerTx, RegistryAccess, RegistryDb, RegistryTx } from './database.ts';

/** Each line that is expected to fail must fail to compile; `tsc` reports one that compiles. */
test('passing a handle of one database where the other is expected does not compile', () => {
  const toLedger = (_handle: LedgerDb) => 'ledger';
  const toRegistry = (_handle: RegistryDb) => 'registry';
  const inLedger = (_handle: LedgerTx) => 'ledger';
  const withLedger = (_access: LedgerAccess) => 'ledger';
  const calls = (registry: RegistryAccess, ledger: LedgerAccess, tx: RegistryTx) => [
    toLedger(ledger.db),
    toRegistry(registry.db),
    // A transaction is a handle of its own database.
    toRegistry(tx),
    // @ts-expect-error a registry handle is no ledger handle
    toLedger(registry.db),
    // @ts-expect-error a ledger handle is no registry handle
    toRegistry(ledger.db),
    // @ts-expect-error a registry transaction is no ledger transaction
    inLedger(tx),
    // @ts-expect-error a handle outside a transaction is no transaction
    inLedger(ledger.db),
    // @ts-expect-error the registry's engine has no lock for the ledger
    withLedger({ db: ledger.db, engine: registry.engine }),
    // @ts-expect-error the registry has no accounts
    registry.db.selectFrom('accounts'),
    // @ts-expect-error the ledger has no vendors
    ledger.db.selectFrom('vendors'),
  ];
  assert.equal(calls.length, 3);
});
