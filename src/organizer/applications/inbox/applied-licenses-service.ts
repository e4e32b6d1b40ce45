import type { LedgerDb, PublishedAccess } from '../../../platform/db/database.ts';
import { parseLicenseNumber } from '../../../regulator/licenses/number.ts';
import type { ApplicationStatus } from '../schemas.ts';
import { joinVendors, vendorOf } from './application-vendors-service.ts';
import { listKeysByDigits } from './inbox-store.ts';

/** The parts of a vendor's application that a vendor list shows. */
export interface Applied {
  readonly id: string;
  readonly status: ApplicationStatus;
  /**
   * True if several licenses share the application's number and the application does not say which one it
   * means.
   */
  readonly isUnclear: boolean;
}

interface AppliedContext {
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
}

/**
 * Lists the applications to an event from the vendors with these licenses, by vendor id, newest first. Runs
 * two statements for any number of licenses.
 */
export async function listApplied(
  context: AppliedContext,
  ledgerDb: LedgerDb,
  eventId: string,
  licenseNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly Applied[]>> {
  const digits = new Set(licenseNumbers.flatMap((number) => parseLicenseNumber(number)?.digits ?? []));
  const applications = digits.size > 0 ? await listKeysByDigits(ledgerDb, eventId, [...digits]) : [];
  const sharing = await joinVendors(context, applications);
  const applied = new Map<string, Applied[]>();
  for (const application of applications) {
    const { id, status } = application;
    const vendor = vendorOf(sharing, application);
    for (const each of vendor ? [vendor] : sharing(application.license_digits)) {
      const vendorId = each.identity().id;
      applied.set(vendorId, [{ id, status, isUnclear: !vendor }, ...(applied.get(vendorId) ?? [])]);
    }
  }
  return applied;
}
