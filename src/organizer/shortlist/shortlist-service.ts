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

/** A vendor that an organizer saved for an event. The vendor may not have applied yet. */
export type ShortlistedVendor = Omit<ShortlistedVendorsTable, 'event_id'> & {
  /** The vendor's applications to this event, newest first. */
  readonly applied: readonly Applied[];
  /** The difference between the current record and the saved decision. Undefined if there is none. */
  readonly since: SinceDecided | undefined;
  /** The time when the vendor was invited to apply. Undefined if it was not invited. */
  readonly invitedAt: string | undefined;
  /** The address with which the vendor applied to another event by this organizer. Empty if there is none. */
  readonly knownEmail: string;
};

/**
 * Manages the vendors that an organizer saves for an event. All methods throw the same `not_found` for
 * another account's event, a nonexistent event and a malformed id. Changes by a viewer throw `forbidden`.
 */
export interface ShortlistService {
  list(
    accountId: string,
    eventId: string,
  ): Promise<{ event: TeamEvent; lastDay: string; vendors: ShortlistedVendor[] }>;
  /** Counts vendors that are no longer on record or would get a different verdict today. */
  countChanged(accountId: string, eventId: string): Promise<number>;
  /**
   * Adds the vendors that a list has decisions about. A vendor that is already saved gets the newer decision.
   * Returns a sentence if the list cannot be saved.
   */
  save(account: Adder, eventId: string, list: CheckedList): Promise<string | undefined>;
  /** Returns the vendor to save. Throws `vendor_not_found` if the vendor is not on record. */
  getVendor(vendorId: string): Promise<NamedVendor>;
  /**
   * Makes a decision about one vendor for the event's days and adds the vendor. Returns a sentence if the
   * event is over, canceled or full.
   */
  saveVendor(
    account: Adder,
    named: { readonly eventId: string; readonly vendorId: string },
  ): Promise<string | undefined>;
  /**
   * Makes new decisions about all saved vendors for the event's days. Returns a sentence if the event is over
   * or if some vendors are no longer on record.
   */
  recheck(accountId: string, eventId: string): Promise<string | undefined>;
  remove(accountId: string, eventId: string, id: string): Promise<void>;
  /** Calls `inviteVendors`. `emails` has the addresses by the id of the saved vendor's row. */
  invite(
    accountId: string,
    eventId: string,
    emails: ReadonlyMap<string, string>,
  ): Promise<string | undefined>;
  /**
   * Returns the hash of the invited address. Throws `not_found` if the token does not match an invitation.
   */
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
  /** Returns a token that is impossible to guess. */
  readonly randomToken: () => string;
  readonly now: () => Date;
}

/** The maximum number of vendors per event. It is the same as the limit for a list. */
const SHORTLISTED_MAX = 500;

/**
 * The difference between a vendor's record and the saved decision. The vendor is no longer on record, or has a
 * different verdict for the event's days.
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
        // Update only the vendors that are still saved, because some may have been removed during the check.
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
    // The timestamps show which decision is newer, because a list may be saved days after it was checked.
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

/**
 * Returns a sentence with the names of vendors that are no longer on record, because the shortlist still
 * shows their earlier decisions.
 */
function describeGone(gone: readonly ShortlistedVendorsTable[], of: number): string {
  if (gone.length === of) return 'None of these vendors is on record now.';
  const named = gone.slice(0, GONE_NAMED_MAX).map(({ name }) => name);
  const more = gone.length - named.length;
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const others = of - gone.length === 1 ? 'The other one was' : 'The others were';
  return `No longer on record, so the earlier decision is still shown: ${names}. ${others} checked.`;
}

const GONE_NAMED_MAX = 10;

/** Returns the columns of a row that contain the decision. */
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
 * Returns how current records differ from the saved decisions, by vendor id. Omits vendors whose verdict has
 * not changed. Returns nothing for an event that is over or before the first publication. Runs two statements
 * for any number of vendors.
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
