import { emailProblem, foldEmail } from '../../../accounts/account/account-input.ts';
import { EVENT_TYPES, type EventType } from '../../../decisions/decide/schemas.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import { oneLine, someLines } from '../../../lib/text/clean-typed-text.ts';
import { toLocal } from '../../../lib/time/zoned-time.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { NOTICE_SETTINGS, type NoticeSetting, type StoredEvent } from '../stored-event.ts';
import { APPLICATIONS_MAX } from '../taking-applications.ts';
import { EVENT_FIELDS, type EventField, type EventFields, type Refuse } from './event-fields.ts';
import { readTimes, type Times } from './event-times.ts';

/** Parses and validates the event form. */

/** The part of an event that comes from the form. The service adds the rest. */
export interface EventDraft extends Times {
  readonly name: string;
  readonly description: string;
  readonly event_type: EventType;
  readonly venue_name: string;
  readonly address: string;
  readonly city: string;
  readonly county: string;
  readonly capacity: number | null;
  readonly deposit_cents: number | null;
  readonly deposit_how: string;
  readonly deposit_link: string;
  readonly organizer_name: string;
  readonly organizer_email: string;
  readonly notice: NoticeSetting;
  readonly waitlist_moves: boolean;
}

export const LENGTHS = {
  name: 120,
  description: 5_000,
  venue_name: 120,
  address: 200,
  city: 80,
  organizer_name: 100,
  deposit_how: 300,
  deposit_link: 300,
} as const;
/** An event cannot have more vendors than applications, so the limit is the same. */
const CAPACITY_MAX = APPLICATIONS_MAX;
const DEPOSIT_DOLLARS_MAX = 10_000;

/** All county names in alphabetical order. */
export const COUNTY_NAMES: readonly string[] = REGULATOR.counties
  .map(({ name }) => name)
  .sort((a, b) => a.localeCompare(b, 'en'));

/** Parses the form. Returns a sentence for each invalid field. */
export function readEventForm(fields: EventFields): Checked<EventDraft> {
  const found = new Map<EventField, string>();
  const refuse: Refuse = (field, text) => {
    if (!found.has(field)) found.set(field, text);
  };
  const value: EventDraft = {
    name: readLine(fields, 'name', 'the event’s name', refuse),
    event_type: readEventType(fields.event_type, refuse),
    description: readDescription(fields.description, refuse),
    ...readTimes(fields, refuse),
    venue_name: readLine(fields, 'venue_name', 'the place’s name', refuse),
    address: readLine(fields, 'address', 'the street address', refuse),
    city: readLine(fields, 'city', 'the city', refuse),
    county: readCounty(fields.county, refuse),
    capacity: readCapacity(fields.capacity, refuse),
    deposit_cents: readDeposit(fields.deposit, refuse),
    deposit_how: readDepositHow(fields.deposit_how, refuse),
    deposit_link: readDepositLink(fields.deposit_link, refuse),
    organizer_name: readOrganizerName(fields.organizer_name, refuse),
    organizer_email: readOrganizerEmail(fields.organizer_email, refuse),
    notice: readNotice(fields.notice, refuse),
    waitlist_moves: readWaitlist(fields.waitlist, refuse),
  };
  if (found.size === 0) return { ok: true, value };
  const inOrder = [...found].sort(([a], [b]) => EVENT_FIELDS.indexOf(a) - EVENT_FIELDS.indexOf(b));
  return { ok: false, errors: Object.fromEntries(inOrder) };
}

/** Converts an event to form fields. */
export function toEventFields(event: StoredEvent): EventFields {
  const local = (instant: string | null) => (instant === null ? '' : toLocal(instant, event.timezone));
  const { name, event_type, description, timezone, venue_name, address, city, county } = event;
  return {
    name,
    event_type,
    description,
    timezone,
    venue_name,
    address,
    city,
    county,
    starts_at: local(event.starts_at),
    ends_at: local(event.ends_at),
    applications_open_at: local(event.applications_open_at),
    applications_close_at: local(event.applications_close_at),
    capacity: event.capacity === null ? '' : String(event.capacity),
    deposit: event.deposit_cents === null ? '' : (event.deposit_cents / 100).toFixed(2),
    deposit_how: event.deposit_how,
    deposit_link: event.deposit_link,
    organizer_name: event.organizer_name,
    organizer_email: event.organizer_email,
    notice: event.notice,
    waitlist: event.waitlist_moves ? 'move' : 'tell',
  };
}

function readLine(
  fields: EventFields,
  field: 'name' | 'venue_name' | 'address' | 'city',
  what: string,
  refuse: Refuse,
): string {
  const text = oneLine(fields[field]);
  const most = LENGTHS[field];
  if (text === '') refuse(field, `Type ${what}.`);
  if (text.length > most) refuse(field, `Type ${what} in at most ${most} characters; it has ${text.length}.`);
  return text;
}

function readDescription(typed: string, refuse: Refuse): string {
  const text = someLines(typed);
  const most = LENGTHS.description;
  if (text.length > most)
    refuse(
      'description',
      `The description has ${text.length.toLocaleString('en-US')} characters; ${most.toLocaleString('en-US')} is the most.`,
    );
  return text;
}

function readDepositHow(typed: string, refuse: Refuse): string {
  const text = oneLine(typed);
  const most = LENGTHS.deposit_how;
  if (text.length > most)
    refuse('deposit_how', `Say how to pay in at most ${most} characters; it has ${text.length}.`);
  return text;
}

/**
 * Parses the payment link. Accepts only https URLs without a username or password, because vendors will click
 * on it.
 */
function readDepositLink(typed: string, refuse: Refuse): string {
  const text = typed.trim();
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPage =
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.includes('.');
  if (!isPage) {
    refuse('deposit_link', 'Type the whole address of the payment page. It begins with https://');
    return '';
  }
  if (url.href.length > LENGTHS.deposit_link)
    refuse('deposit_link', `The link can have at most ${LENGTHS.deposit_link} characters.`);
  return url.href;
}

function readOrganizerName(typed: string, refuse: Refuse): string {
  const text = oneLine(typed);
  const most = LENGTHS.organizer_name;
  if (text.length > most)
    refuse(
      'organizer_name',
      `Type the organizer’s name in at most ${most} characters; it has ${text.length}.`,
    );
  return text;
}

/** Parses an email address that vendors can write to. The service does not send email to it. */
function readOrganizerEmail(typed: string, refuse: Refuse): string {
  const text = foldEmail(typed);
  if (text === '') return '';
  const problem = emailProblem(text);
  if (problem !== undefined) refuse('organizer_email', problem);
  return text;
}

/** Parses the notice setting. A form without this field gets the default for new events. */
function readNotice(typed: string, refuse: Refuse): NoticeSetting {
  const known = NOTICE_SETTINGS.find((each) => each === typed);
  if (!known && typed !== '') refuse('notice', 'Choose how you hear of new applications.');
  return known ?? 'daily';
}

/** Parses the waitlist setting. A form without this field gets the default for new events. */
function readWaitlist(typed: string, refuse: Refuse): boolean {
  if (!['', 'tell', 'move'].includes(typed))
    refuse('waitlist', 'Choose what happens when a spot becomes free.');
  return typed === 'move';
}

function readEventType(typed: string, refuse: Refuse): EventType {
  const known = EVENT_TYPES.find((each) => each === typed);
  if (!known) refuse('event_type', 'Choose the kind of event.');
  return known ?? EVENT_TYPES[0];
}

function readCounty(typed: string, refuse: Refuse): string {
  if (!COUNTY_NAMES.includes(typed)) refuse('county', 'Choose the county.');
  return typed;
}

function readCapacity(typed: string, refuse: Refuse): number | null {
  const text = typed.trim().replace(/^(\d{1,2}),(\d{3})$/, '$1$2');
  if (text === '') return null;
  const capacity = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (capacity < 1 || capacity > CAPACITY_MAX)
    refuse(
      'capacity',
      `Spots must be a whole number from 1 to ${CAPACITY_MAX.toLocaleString('en-US')}. Leave it empty if any number of vendors fits.`,
    );
  return capacity;
}

/** Parses the deposit into cents. Returns null for an empty field or zero, which mean no deposit. */
function readDeposit(typed: string, refuse: Refuse): number | null {
  const text = typed.trim();
  if (text === '') return null;
  const match = /^\$? ?(\d{1,5}|\d{1,2},\d{3})(?:\.(\d{1,2}))?$/.exec(text);
  const dollars = Number((match?.[1] ?? '').replace(',', ''));
  const cents = dollars * 100 + Number((match?.[2] ?? '').padEnd(2, '0'));
  if (!match) refuse('deposit', 'Type the deposit in dollars, like 50 or 50.25. Leave it empty for none.');
  else if (cents > DEPOSIT_DOLLARS_MAX * 100) refuse('deposit', 'A deposit can be at most $10,000.');
  return cents === 0 ? null : cents;
}
