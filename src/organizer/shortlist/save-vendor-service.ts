import { AppError } from '../../http/errors/errors.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import type { LedgerDb, PublishedAccess } from '../../platform/db/database.ts';
import { getFactsAndInspections } from '../../records/read/service.ts';
import { daysOfEvent, isOver } from '../applications/days-of-event.ts';
import { getEvent } from '../events/service.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { CheckedList } from '../lists/checked-list.ts';
import type { DecideVendors } from '../lists/service.ts';

interface SaveVendorContext {
  readonly ledgerDb: LedgerDb;
  readonly registry: PublishedAccess;
  readonly decide: DecideVendors;
  readonly now: () => Date;
}

/** A vendor as shown on the page for saving it. */
export interface NamedVendor {
  readonly id: string;
  readonly name: string;
  readonly license_number: string;
}

/**
 * Returns the name and number of a vendor on record. Throws `vendor_not_found` if the vendor is not on
 * record.
 */
export async function getNamedVendor(
  { registry }: Pick<SaveVendorContext, 'registry'>,
  vendorId: string,
): Promise<NamedVendor> {
  const { vendor } = (await getFactsAndInspections(registry.db, vendorId)).facts;
  return { id: vendor.id, name: vendor.name, license_number: vendor.license.number };
}

/**
 * Returns true if the event is a draft or published and is not over. Vendors can only be added to such an
 * event.
 */
export function isUpcoming(
  event: Pick<StoredEvent, 'status' | 'starts_at' | 'ends_at' | 'timezone'>,
  now: Date,
): boolean {
  const isOpen = event.status === 'Draft' || event.status === 'Published';
  return isOpen && !isOver(event, daysOfEvent(event, jurisdictionDay(now)));
}

/**
 * Makes and returns a decision about one vendor for the days of an event. Returns a sentence instead if the
 * event is over or canceled. Throws `not_found` for another account's event and `vendor_not_found` for a
 * vendor that is not on record.
 */
export async function decideForEvent(
  { ledgerDb, registry, decide, now }: SaveVendorContext,
  accountId: string,
  { eventId, vendorId }: { readonly eventId: string; readonly vendorId: string },
): Promise<Pick<CheckedList, 'decided'> | string> {
  const event = await getEvent(ledgerDb, accountId, eventId, 'manage');
  if (!isUpcoming(event, now())) return 'Choose an event that is a draft or published, and not over.';
  const days = daysOfEvent(event, jurisdictionDay(now()));
  const { id } = await getNamedVendor({ registry }, vendorId);
  const [decision] = await decide([id], event.event_type, days);
  if (decision === undefined) throw new Error('a vendor without a decision or a reason');
  if (decision instanceof AppError) throw decision;
  return { decided: [{ line: { line: 1, name: '', licenseNumber: '', city: '', notes: [] }, decision }] };
}
