import type { LedgerDb, PublishedAccess } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { isOtherHolder } from '../../../records/holders/holder.ts';
import { listKnownLicenses } from '../../../records/holders/holders-service.ts';
import { licenseRefKey } from '../../../regulator/licenses/number.ts';
import type { CodeOutcome } from '../claim.ts';
import { noSuchClaim } from '../refusals.ts';
import * as store from '../store.ts';
import { ATTEMPTS_MAX, codeState, hashCode, isSameHash, readCode } from './claim-code.ts';

interface CodeEntryContext {
  readonly ledgerDb: LedgerDb;
  readonly registry: PublishedAccess;
  readonly now: () => Date;
}

/**
 * Processes a code that a claimant typed. The attempt is counted before the code is checked, and remains
 * counted. The slow parts, hashing and reading the published records, run between two short transactions.
 */
export async function enterCode(
  parts: CodeEntryContext,
  typed: { readonly accountId: string; readonly claimId: string; readonly code: string },
): Promise<CodeOutcome> {
  const { ledgerDb, registry, now } = parts;
  const claim = await store.findOwnClaim(ledgerDb, typed.accountId, typed.claimId);
  if (!claim) throw noSuchClaim();
  if (claim.state === 'verified') return { status: 'verified' };
  const state = codeState(claim, now());
  if (state === 'entered') return { status: 'waits' };
  if (state !== 'sent') return { status: state === 'used_up' || state === 'expired' ? state : 'no_code' };
  const code = readCode(typed.code);
  if (code === undefined) return { status: 'malformed' };
  const attempt = { id: claim.id, attemptsMax: ATTEMPTS_MAX, now: now().toISOString() };
  const taken = await store.takeAttempt(ledgerDb, attempt);
  if (!taken?.code_hash) return { status: 'used_up' };
  if (!isSameHash(await hashCode(code, claim.id), taken.code_hash))
    return { status: 'wrong', attemptsLeft: ATTEMPTS_MAX - taken.code_attempts };
  const licenses = await listKnownLicenses(registry, [claim.license_digits]);
  const license = licenses.find((each) => licenseRefKey(each) === licenseRefKey(claim));
  if (isOtherHolder(claim, license?.holder)) return { status: 'holder_changed' };
  return finish(parts, claim, taken.code_hash);
}

/**
 * Verifies the claim, or leaves the decision to an operator if another account already is, or first becomes,
 * the verified owner.
 */
async function finish(
  parts: Pick<CodeEntryContext, 'ledgerDb' | 'now'>,
  claim: store.StoredClaim,
  codeHash: string,
): Promise<CodeOutcome> {
  const { ledgerDb } = parts;
  const at = parts.now().toISOString();
  const entered = { code_entered_at: at, code_hash: null, code_expires_at: null };
  try {
    return await inTransaction(ledgerDb, async (tx): Promise<CodeOutcome> => {
      // The code was entered at the same time in another window, so report that result.
      if (!(await store.changePending(tx, claim.id, entered, codeHash))) return outcomeOf(tx, claim.id);
      if (await store.findVerifiedOwner(tx, claim)) return { status: 'waits' };
      await store.setState(tx, claim.id, 'verified', { updated_at: at });
      return { status: 'verified' };
    });
  } catch (error) {
    // The database allows one verified owner per license, so the later transaction fails without writing
    // anything.
    if (!(await store.findVerifiedOwner(ledgerDb, claim))) throw error;
    await inTransaction(ledgerDb, (tx) => store.changePending(tx, claim.id, entered, codeHash));
    return outcomeOf(ledgerDb, claim.id);
  }
}

async function outcomeOf(ledgerDb: LedgerDb, claimId: string): Promise<CodeOutcome> {
  const claim = await store.findClaim(ledgerDb, claimId);
  if (claim?.state === 'verified') return { status: 'verified' };
  return { status: claim?.state === 'pending' && claim.code_entered_at !== null ? 'waits' : 'no_code' };
}
