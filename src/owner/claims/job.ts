import { toRecipient } from '../../accounts/account/service.ts';
import type { LedgerAccess, LedgerDb, PublishedAccess } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { isTakenOver } from '../../records/holders/holder.ts';
import { listKnownLicenses } from '../../records/holders/holders-service.ts';
import { licenseRefKey } from '../../regulator/licenses/number.ts';
import { holderChangedMail, holderNamedMail } from './mail-texts.ts';
import { deleteDocumentsBefore, listByState, releaseVerified } from './store.ts';

const DOCUMENT_DAYS = 30;
const DAY_MS = 86_400_000;
/** More than the number of licenses of our types in the state. */
const CLAIMS_MAX = 100_000;

/**
 * Releases verified claims whose license now has a different holder, and emails their accounts. Returns the
 * number of released claims. Called after each import. Runs a constant number of statements, plus one email
 * per release.
 */
export async function releaseChangedOwners(
  ledger: LedgerAccess,
  registry: PublishedAccess,
  now: Date,
  baseUrl: string,
): Promise<number> {
  const claims = await listByState(ledger.db, 'verified', { offset: 0, rowsMax: CLAIMS_MAX });
  const digits = [...new Set(claims.map((claim) => claim.license_digits))];
  const licenses = new Map(
    (await listKnownLicenses(registry, digits)).map((each) => [licenseRefKey(each), each]),
  );
  const changed = claims.filter((claim) => isTakenOver(claim, licenses.get(licenseRefKey(claim))));
  if (changed.length === 0) return 0;
  return inTransaction(ledger.db, async (tx) => {
    const ids = changed.map(({ id }) => id);
    const released = await releaseVerified(tx, ledger.engine, ids, now.toISOString());
    for (const claim of changed.filter(({ id }) => released.has(id))) {
      const licenseNumber = licenses.get(licenseRefKey(claim))?.license_number ?? claim.license_digits;
      const mail = claim.owner_name === '' ? holderNamedMail : holderChangedMail;
      await queueMail(
        tx,
        mail({ recipient: toRecipient(claim.email, claim.language), licenseNumber, baseUrl }),
        now,
      );
    }
    return released.size;
  });
}

/** Deletes the documents of claims decided at least 30 days ago, and returns their number. Called daily. */
export async function deleteOldDocuments(ledgerDb: LedgerDb, now: Date): Promise<number> {
  return deleteDocumentsBefore(ledgerDb, new Date(now.getTime() - DOCUMENT_DAYS * DAY_MS).toISOString());
}
