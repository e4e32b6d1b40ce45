import { randomUUID } from 'node:crypto';
import type { DecisionResult } from '../../decisions/decide/schemas.ts';
import { AppError } from '../../http/errors/errors.ts';
import { asUuid } from '../../lib/text/uuid.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import type { LedgerDb, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../platform/db/refusal.ts';
import type { ShortlistedVendorsTable } from '../../platform/db/schema/ledger-tables/event-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { parseLicenseNumber } from '../../regulator/licenses/number.ts';
import type { CurrentStanding } from '../applications/application.ts';
import { daysOfEvent, isOver } from '../applications/days-of-event.ts';
import { joinVendors } from '../applications/inbox/application-vendors-service.ts';
import { type Applied, listApplied } from '../applications/inbox/applied-licenses-service.ts';
import { getEvent, lockEvents } from '../events/service.ts';
import type { StoredEvent, TeamEvent } from '../events/stored-event.ts';
import type { CheckedList } from '../lists/checked-list.ts';
import type { DecideVendors } from '../lists/service.ts';
import { getInvited, inviteVendors, listInvites, stopInvitations } from './invite-vendors-service.ts';
import { decideForEvent, getNamedVendor, type NamedVendor } from './save-vendor-service.ts';
import { deleteShortlisted, listShortlisted, putShortlisted } from './shortlist-store.ts';

/** A vendor that an organizer saves for an event before the vendor applies. */
export type ShortlistedVendor = Omit<ShortlistedVendorsTable, 'event_id'> & {
  /** The vendor's applications to this event, newest first. */
  readonly applied: readonly Applied[];
  /** The difference between the current record and the one that was decided on, if any. */
  readonly since: SinceDecided | undefined;
  /** When it was invited to apply; undefined if it was not. */
  readonly invitedAt: string | undefined;
  /** The address that it used to apply to an event of this organizer; empty if there is none. */
  readonly knownEmail: string;
};

/**
 * Another account's, a nonexistent and a malformed event throw the same `not_found`; a change by a viewer
 * throws `forbidden`.
 */
export interface ShortlistService {
  list(
    accountId: string,
    eventId: string,
  ): Promise<{ event: TeamEvent; lastDay: string; vendors: ShortlistedVendor[] }>;
  /** Counts the vendors that are no longer on record or would get a different decision today. */
  countChanged(accountId: string, eventId: string): Promise<number>;
  /**
   * Adds a list's decided vendors; one already there gets the newer decision. Returns a sentence if that is
   * not possible.
   */
  save(account: Adder, eventId: string, list: CheckedList): Promise<string | undefined>;
  /** Returns the vendor to save, by id. Throws `vendor_not_found`. */
  getVendor(vendorId: string): Promise<NamedVendor>;
  /**
   * Decides on one vendor for the event's own days, and adds it. Returns a sentence if the event is over or
   * full.
   */
  saveVendor(
    account: Adder,
    named: { readonly eventId: string; readonly vendorId: string },
  ): Promise<string | undefined>;
  /**
   * Decides on all of them for the event's own days. Returns a sentence if that is not possible, or not for
   * all of them.
   */
  recheck(accountId: string, eventId: string): Promise<string | undefined>;
  remove(accountId: string, eventId: string, id: string): Promise<void>;
  /** The same as `inviteVendors`, with addresses by the id of the entry. */
  invite(
    accountId: string,
    eventId: string,
    emails: ReadonlyMap<string, string>,
  ): Promise<string | undefined>;
  /** Throws `not_found` for a token that does not match an invitation. */
  getInvited(token: string): Promise<string>;
  stopInvitations(token: string): Promise<void>;
}

interface Adder {
  readonly accountId: string;
  readonly name: string;
}

interface ShortlistOptions {
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly ledgerDb: LedgerDb;
  readonly decide: DecideVendors;
  /** Must be impossible to guess. */
  readonly randomToken: () => string;
  readonly now: () => Date;
}

/** The limit per event, equal to the limit for a list. */
const SHORTLISTED_MAX = 500;

/**
 * The difference between a vendor's record and the stored decision: the vendor is gone, or has another
 * verdict for the event's days.
 */
type SinceDecided =
  | { readonly kind: 'gone' }
  | { readonly kind: 'other'; readonly verdict: CurrentStanding['verdict'] };

interface StandingContext {
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
}

type Kept = Pick<ShortlistedVendorsTable, 'vendor_id' | 'license_number' | 'verdict'>;

export function createShortlistService(options: ShortlistOptions): ShortlistService {
  const { ledgerDb, decide, now } = options;
  return {
    async list(accountId, eventId) {
      const event = await getEvent(ledgerDb, accountId, eventId, 'read');
      const { last: lastDay } = daysOfEvent(event, jurisdictionDay(now()));
      const rows = await listShortlisted(ledgerDb, event.id);
      const numbers = rows.map((row) => row.license_number);
      const applied = await listApplied(options, ledgerDb, event.id, numbers);
      const since = await listSinceDecided(options, event, rows);
      const { invited, emails } = await listInvites(options, event, rows);
      return {
        event,
        lastDay,
        vendors: rows.map((row) => ({
          ...row,
          applied: applied.get(row.vendor_id) ?? [],
          since: since.get(row.vendor_id),
          invitedAt: invited.get(row.vendor_id),
          knownEmail: emails.get(row.vendor_id) ?? '',
        })),
      };
    },
    async countChanged(accountId, eventId) {
      const event = await getEvent(ledgerDb, accountId, eventId, 'read');
      return (await listSinceDecided(options, event, await listShortlisted(ledgerDb, event.id))).size;
    },
    save: (account, eventId, list) =>
      refusalOf(ledgerDb, (tx) => saveList(tx, account, { eventId, list, at: now().toISOString() })),
    getVendor: (vendorId) => getNamedVendor(options, vendorId),
    async saveVendor(account, named) {
      const list = await decideForEvent(options, account.accountId, named);
      if (typeof list === 'string') return list;
      const { eventId } = named;
      return refusalOf(ledgerDb, (tx) => saveList(tx, account, { eventId, list, at: now().toISOString() }));
    },
    async recheck(accountId, eventId) {
      const event = await getEvent(ledgerDb, accountId, eventId, 'manage');
      const days = daysOfEvent(event, jurisdictionDay(now()));
      if (isOver(event, days)) return 'This event is over. Only an event today or later can be checked.';
      const vendors = await listShortlisted(ledgerDb, event.id);
      const decisions = await decide(
        vendors.map((each) => each.vendor_id),
        event.event_type,
        days,
      );
      const byVendor = new Map(vendors.map(({ vendor_id: id }, index) => [id, decisions[index]]));
      return inTransaction(ledgerDb, async (tx) => {
        await lockEvents(tx, [event.id]);
        // Vendors removed during the check stay removed.
        const left = await listShortlisted(tx, event.id);
        await putShortlisted(
          tx,
          left.flatMap((row) => {
            const decision = byVendor.get(row.vendor_id);
            return decision === undefined || decision instanceof AppError
              ? []
              : [{ ...row, ...told(decision) }];
          }),
        );
        const gone = left.filter((row) => byVendor.get(row.vendor_id) instanceof AppError);
        return gone.length === 0 ? undefined : describeGone(gone, left.length);
      });
    },
    invite: (accountId, eventId, emails) => inviteVendors(options, accountId, eventId, emails),
    getInvited: (token) => getInvited(ledgerDb, token),
    stopInvitations: (token) => stopInvitations(options, token),
    async remove(accountId, eventId, id) {
      const event = await getEvent(ledgerDb, accountId, eventId, 'manage');
      const known = asUuid(id);
      if (known === undefined || !(await deleteShortlisted(ledgerDb, event.id, known)))
        throw new AppError('not_found', 'There is no such vendor on this list.');
    },
  };
}

async function saveList(
  tx: LedgerTx,
  { accountId, name }: Adder,
  {
    eventId,
    list,
    at,
  }: { readonly eventId: string; readonly list: Pick<CheckedList, 'decided'>; readonly at: string },
): Promise<void> {
  const event = await getEvent(tx, accountId, eventId, 'manage');
  await lockEvents(tx, [event.id]);
  const known = new Map((await listShortlisted(tx, event.id)).map((row) => [row.vendor_id, row]));
  const rows = list.decided.map(({ line, decision }): ShortlistedVendorsTable => {
    const earlier = known.get(decision.vendor.id);
    // The times of two decisions show which one is newer, because a list may be saved days after it was
    // checked.
    if (earlier)
      return earlier.decided_at < decision.decided_at ? { ...earlier, ...told(decision) } : earlier;
    return {
      id: randomUUID(),
      event_id: event.id,
      vendor_id: decision.vendor.id,
      typed_name: line.name,
      typed_number: line.licenseNumber,
      added_at: at,
      added_by: name,
      ...told(decision),
    };
  });
  const isNew = rows.filter(({ vendor_id }) => !known.has(vendor_id)).length;
  if (known.size + isNew > SHORTLISTED_MAX)
    throw new Refusal(
      `An event keeps at most ${SHORTLISTED_MAX} vendors. Remove some, then save this list again.`,
    );
  await putShortlisted(tx, rows);
}

/** Names vendors that are no longer on record, because they still show an earlier decision. */
function describeGone(gone: readonly ShortlistedVendorsTable[], of: number): string {
  if (gone.length === of) return 'None of these vendors is on record now.';
  const named = gone.slice(0, GONE_NAMED_MAX).map(({ name }) => name);
  const more = gone.length - named.length;
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const others = of - gone.length === 1 ? 'The other one was' : 'The others were';
  return `No longer on record, so the earlier decision is still shown: ${names}. ${others} checked.`;
}

const GONE_NAMED_MAX = 10;

/** Returns the row's columns that contain the decision. */
function told({
  vendor,
  ...decision
}: Pick<
  DecisionResult,
  'vendor' | 'verdict' | 'decided_at' | 'event_date' | 'event_last_date' | 'receipt_number'
>) {
  return {
    name: vendor.name,
    license_number: vendor.license.number,
    city: vendor.city ?? '',
    verdict: decision.verdict,
    decided_at: decision.decided_at,
    event_date: decision.event_last_date ?? decision.event_date,
    receipt_number: decision.receipt_number,
  };
}

/**
 * Returns differences from the current records by vendor id, in two statements for any number of vendors.
 * Omits vendors whose decision is unchanged and events that are over; returns nothing before the first
 * publication.
 */
async function listSinceDecided(
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
