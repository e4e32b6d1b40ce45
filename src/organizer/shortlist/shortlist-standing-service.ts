import { jurisdictionDay } from '../../lib/time/dates.ts';
import type { PublishedAccess } from '../../platform/db/database.ts';
import type { ShortlistedVendorsTable } from '../../platform/db/schema/ledger-tables/event-tables.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { parseLicenseNumber } from '../../regulator/licenses/number.ts';
import type { CurrentStanding } from '../applications/application.ts';
import { daysOfEvent, isOver } from '../applications/days-of-event.ts';
import { joinVendors } from '../applications/inbox/application-vendors-service.ts';
import type { StoredEvent } from '../events/stored-event.ts';

/**
 * The difference between a vendor's record and the stored decision: the vendor is gone, or has another
 * verdict for the event's days.
 */
export type SinceDecided =
  | { readonly kind: 'gone' }
  | { readonly kind: 'other'; readonly verdict: CurrentStanding['verdict'] };

interface StandingContext {
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
}

type Kept = Pick<ShortlistedVendorsTable, 'vendor_id' | 'license_number' | 'verdict'>;

/**
 * Returns differences by vendor id from the current records, in two statements for any number of vendors.
 * Leaves out vendors whose decision is unchanged and events that are over, and returns nothing before the
 * first publication.
 */
export async function listSinceDecided(
  context: StandingContext,
  event: StoredEvent,
  kept: readonly Kept[],
): Promise<ReadonlyMap<string, SinceDecided>> {
  const days = daysOfEvent(event, jurisdictionDay(context.now()));
  if (kept.length === 0 || isOver(event, days)) return new Map();
  if (!(await findPublishedState(context.registry.db))) return new Map();
  const digitsOf = ({ license_number }: Kept) => parseLicenseNumber(license_number)?.digits ?? '';
  const licenses = kept.map((each) => ({ license_digits: digitsOf(each) }));
  const sharing = await joinVendors(context, licenses, event);
  return new Map(
    kept.flatMap((each): [string, SinceDecided][] => {
      const vendor = sharing(digitsOf(each)).find((one) => one.identity().id === each.vendor_id);
      if (!vendor) return [[each.vendor_id, { kind: 'gone' }]];
      const { verdict } = vendor.standing();
      return verdict === each.verdict ? [] : [[each.vendor_id, { kind: 'other', verdict }]];
    }),
  );
}
