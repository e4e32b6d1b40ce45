import { AppError } from '../../http/errors/errors.ts';
import { inEach } from '../../lib/language/language.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { LedgerDb, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import { listRecords } from '../../records/read/service.ts';
import { vendorId } from '../../records/record/vendor-id.ts';
import { isVendorLicenseType } from '../../regulator/licenses/number.ts';
import type { Claim, LicenseRef } from '../claims/claim.ts';
import { listVerifiedClaims } from '../claims/service.ts';
import { REPLY_ERRORS } from './messages.ts';
import type { OwnLicense } from './statement.ts';
import { DISPUTE, REPLY } from './statement-kinds.ts';
import { withdrawReleased } from './store.ts';

export { withdrawReleased } from './store.ts';

/** The dependencies of all actions on statements. */
export interface StatementContext {
  readonly ledgerDb: LedgerDb;
  readonly registry: PublishedAccess;
  readonly isOperator: (accountId: string) => Promise<boolean>;
  readonly baseUrl: string;
  readonly now: () => Date;
}

const NO_SUCH_LICENSE = inEach((language) => REPLY_ERRORS[language].noLicense);

/**
 * Withdraws the replies and open disputes of former owners. Call it in every transaction that releases a
 * claim.
 */
export async function withdrawStatementsOfFormerOwners(tx: LedgerTx, now: Date): Promise<void> {
  await withdrawReleased(tx, REPLY, now);
  await withdrawReleased(tx, DISPUTE, now);
}

/**
 * Returns an account's verified claim. Throws `not_found` for another account's claim, a released claim and
 * an unknown id.
 */
export async function getVerifiedClaim(
  ledgerDb: LedgerDb,
  accountId: string,
  claimId: string,
): Promise<Claim> {
  const claim = (await listVerifiedClaims(ledgerDb, accountId)).find(({ id }) => id === claimId);
  if (!claim) throw new AppError('not_found', NO_SUCH_LICENSE.en, { forPeople: NO_SUCH_LICENSE });
  return claim;
}

/** Returns a claim's license as pages show it. */
export async function describeOwnLicense(registry: PublishedAccess, claim: Claim): Promise<OwnLicense> {
  const names = await listVendorNames(registry, [claim]);
  return { claim_id: claim.id, vendor_id: vendorOf(claim), vendor_name: nameIn(names, claim) };
}

/** Returns the vendors' names on record by vendor id, in one statement for any number of licenses. */
export async function listVendorNames(
  published: PublishedAccess,
  licenses: readonly LicenseRef[],
): Promise<ReadonlyMap<string, string>> {
  const digits = [...new Set(licenses.map(({ license_digits }) => license_digits))];
  const rows = digits.length === 0 ? [] : await listRecords(published, digits);
  const identities = rows.map((row) => parseStored<{ id: string; name: string }>(row.identity));
  return new Map(identities.map(({ id, name }) => [id, name]));
}

/** Returns the name on record, or the license's digits if there is no name. */
export function nameIn(names: ReadonlyMap<string, string>, license: LicenseRef): string {
  return names.get(vendorOf(license)) ?? license.license_digits;
}

/** Returns the id of the vendor with this license. */
export function vendorOf({ license_type, license_digits }: LicenseRef): string {
  if (!isVendorLicenseType(license_type)) throw new Error('a claim of another license type');
  return vendorId(license_type, license_digits);
}
