import { ERASED } from '../../../lib/erase-details.ts';
import { businessDaysBefore, describeDay, type IsoDate } from '../../../lib/time/dates.ts';
import { describeInstant, toLocal } from '../../../lib/time/zoned-time.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { StoredEvent, TeamEvent } from '../../events/stored-event.ts';
import type { FoodKind } from '../inbox/food.ts';

/** Builds the list of an event's vendors that its organizer sends to the regulator. */

export interface RosterEntry {
  readonly application_id: string;
  readonly business_name: string;
  /** The applicant, who is the vendor's owner or operator. */
  readonly contact_name: string;
  /** The number on record, including its letters. If no single vendor is on record, the number as typed. */
  readonly license_number: string;
  readonly is_on_record: boolean;
  readonly food: { readonly kind: FoodKind; readonly text: string } | null;
}

export interface Roster {
  readonly event: TeamEvent;
  /** Vendors with a spot, sorted by name. */
  readonly entries: readonly RosterEntry[];
  /** The last date to send the list on time. Null if the regulator does not require the list. */
  readonly due_on: IsoDate | null;
}

/** The reminder is sent this many business days before the event, so that the organizer has time to act. */
const REMINDED_BEFORE = 5;

/** Returns the last date to send the list on time. Null if the regulator does not require the list. */
export function rosterDueOn(event: Pick<StoredEvent, 'starts_at' | 'timezone'>): IsoDate | null {
  return REGULATOR.eventNotice === undefined
    ? null
    : businessDaysBefore(firstDay(event), REGULATOR.eventNotice.businessDays);
}

/** Returns the date of the reminder. Null if the regulator does not require the list. */
export function rosterRemindedOn(event: Pick<StoredEvent, 'starts_at' | 'timezone'>): IsoDate | null {
  return REGULATOR.eventNotice === undefined ? null : businessDaysBefore(firstDay(event), REMINDED_BEFORE);
}

function firstDay({ starts_at, timezone }: Pick<StoredEvent, 'starts_at' | 'timezone'>): IsoDate {
  return toLocal(starts_at, timezone).slice(0, 10);
}

/**
 * Returns the event's name, time and place, and the sender. A letter or a table heading shows these lines.
 */
export function rosterHead(event: StoredEvent): readonly string[] {
  const { name, starts_at, ends_at, timezone, venue_name, address, city, county } = event;
  const { organizer_name, organizer_email } = event;
  const sponsor = [organizer_name, organizer_email].filter((part) => part !== '').join(', ');
  return [
    `Event: ${name}`,
    `Time: ${describeInstant(starts_at, timezone)} to ${describeInstant(ends_at, timezone)}`,
    `Place: ${venue_name}, ${address}, ${city}, ${county} County`,
    ...(sponsor === '' ? [] : [`Sponsor: ${sponsor}`]),
  ];
}

/** Returns the subject and text of an email that the organizer can send to the regulator. */
export function rosterEmail(
  { event, entries }: Roster,
  foodText: (entry: RosterEntry) => string,
): { readonly subject: string; readonly text: string } {
  const day = describeDay(firstDay(event));
  const lines = entries.map((entry, index) => {
    const { business_name, contact_name, license_number } = entry;
    const who = contact_name === ERASED ? '' : ` (${contact_name})`;
    return `${index + 1}. ${business_name}${who}, license ${license_number}: ${foodText(entry)}`;
  });
  return {
    subject: `Temporary food service event on ${day}: ${event.name}`,
    text: [
      'Hello,',
      'This is our notice of a temporary food service event.',
      rosterHead(event).join('\n'),
      `Food vendors (${entries.length}), with owner or operator, license number and type of food:\n${lines.join('\n')}`,
      `Thank you,\n${event.organizer_name || event.owner_name}`,
    ].join('\n\n'),
  };
}
