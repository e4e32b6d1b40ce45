import assert from 'node:assert/strict';
import { createOperatorService } from '../../src/operators/access/service.ts';
import type { ClaimService } from '../../src/owner/claims/service.ts';
import { insertAccount } from './account-rows.ts';
import { CLAIM_TIME, CODE, openClaimService, PDF, publishLicenses, TRUCK } from './claimed-licenses.ts';
import type { TestDatabase } from './engines.ts';

export const OPERATOR = 'an-operator';

/** A database with published licenses, two accounts that can claim them, and helpers for claims tests. */
export interface ClaimsBench {
  readonly database: TestDatabase;
  readonly claims: ClaimService;
  readonly lola: string;
  readonly max: string;
  /** The current time. This field and `code`, the code in the next letter, can be set by tests. */
  clock: Date;
  code: string;
  /** Creates a claim and returns the claim's id. */
  claimBy(account: string, proof?: string, number?: string): Promise<string>;
  /** Creates a claim, prints its letter, and returns the claim's id. */
  printed(account: string): Promise<string>;
  stateOf(id: string): Promise<string>;
  /** Returns the actions in the operator log. */
  logged(): Promise<string[]>;
  mails(): Promise<{ recipient: string; subject: string; body: string }[]>;
}

export async function openClaimsBench(database: TestDatabase): Promise<ClaimsBench> {
  const { db } = database;
  const claims = openClaimService(database, { now: () => bench.clock, randomCode: () => bench.code });
  const claimBy = async (account: string, proof = 'post', number = TRUCK) => {
    const file = proof === 'document' ? { name: 'license.pdf', content: PDF } : undefined;
    const made = await claims.claim(account, number, proof, file);
    assert.ok(made.ok, JSON.stringify(made));
    return made.value.id;
  };
  const bench: ClaimsBench = {
    database,
    claims,
    lola: await insertAccount(db, 'lola@events.example'),
    max: await insertAccount(db, 'max@events.example'),
    clock: CLAIM_TIME,
    code: CODE,
    claimBy,
    async printed(account) {
      const id = await claimBy(account);
      assert.ok((await claims.printLetter(OPERATOR, id)).ok);
      return id;
    },
    stateOf: async (id) => (await claims.getForOperator(id)).state,
    async logged() {
      const operators = createOperatorService({ ledgerDb: db, now: () => bench.clock });
      return (await operators.listLog({ offset: 0, rowsMax: 50 })).map(({ action }) => action);
    },
    mails: () => db.selectFrom('mails').select(['recipient', 'subject', 'body']).orderBy('id').execute(),
  };
  await publishLicenses(database, '2026-03-01');
  return bench;
}
