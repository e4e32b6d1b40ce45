import ical, { ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { countNoun } from '../../lib/text/text.ts';
import { describeInstant } from '../../lib/time/zoned-time.ts';
import type { EventStatus } from '../events/schemas.ts';
import type { StoredEvent, TeamEvent } from '../events/stored-event.ts';

/**
 * Renders events as iCalendar (RFC 5545). Times are in UTC: events do not repeat, so calendar apps do not
 * need time zone rules. The description includes the local time. The same events always produce the same
 * bytes. Pure.
 */

const PRODUCT = { company: 'Vendor Compliance', product: 'Events', language: 'EN' } as const;
/** The time that calendar apps should wait before they fetch the feed again. */
const LOOK_AGAIN_SECONDS = 3_600;

/** Returns a feed of events that contains only public details. */
export function publicCalendar(events: readonly StoredEvent[], baseUrl: string): string {
  return toText(
    'Events for food vendors',
    events.map((event) => ({
      ...common(event),
      url: `${baseUrl}/events/${event.id}`,
      description: clean([event.description, whenText(event), `${baseUrl}/events/${event.id}`]),
    })),
  );
}

/**
 * Returns the feed for an organizer and their team. It includes drafts and the number of taken spots, but
 * nothing about applicants.
 */
export function organizerCalendar(events: readonly TeamEvent[], baseUrl: string): string {
  return toText(
    'Your events',
    events.map((event) => {
      const page = `${baseUrl}/organizer/events/${event.id}`;
      const whose = event.access === 'owner' ? '' : `An event of ${event.owner_name}.`;
      return {
        ...common(event),
        url: page,
        description: clean([STATUS_TEXTS[event.status], spotsText(event), whose, whenText(event), page]),
      };
    }),
  );
}

function toText(name: string, events: ICalEventData[]): string {
  const calendar = ical({
    name,
    prodId: PRODUCT,
    method: ICalCalendarMethod.PUBLISH,
    ttl: LOOK_AGAIN_SECONDS,
  });
  for (const event of events) calendar.createEvent(event);
  return `${calendar.toString()}\r\n`;
}

function common(event: StoredEvent): ICalEventData {
  const changedMs = Date.parse(event.updated_at);
  return {
    // Use the event's own id, so that changing its name or place does not create a second entry.
    id: event.id,
    start: new Date(event.starts_at),
    end: new Date(event.ends_at),
    stamp: new Date(changedMs),
    created: new Date(event.created_at),
    lastModified: new Date(changedMs),
    // The number never decreases, because each change has a later timestamp than the previous one.
    sequence: Math.max(0, Math.floor((changedMs - Date.parse(event.created_at)) / 1_000)),
    status: STATUSES[event.status],
    summary: clean([event.name]).replaceAll('\n', ' '),
    location: clean([[event.venue_name, event.address, event.city].join(', ')]).replaceAll('\n', ' '),
  };
}

const STATUSES: Readonly<Record<EventStatus, ICalEventStatus>> = {
  Draft: ICalEventStatus.TENTATIVE,
  Published: ICalEventStatus.CONFIRMED,
  Completed: ICalEventStatus.CONFIRMED,
  Cancelled: ICalEventStatus.CANCELLED,
};

const STATUS_TEXTS: Readonly<Record<EventStatus, string>> = {
  Draft: 'A draft: only you and your team see it.',
  Published: '',
  Completed: 'Completed.',
  Cancelled: 'Cancelled.',
};

function spotsText({ status, spots_taken, capacity }: StoredEvent): string {
  if (status === 'Cancelled') return '';
  const taken = spots_taken.toLocaleString('en-US');
  if (capacity === null) return `${countNoun(spots_taken, 'spot')} taken.`;
  return `${taken} of ${countNoun(capacity, 'spot')} taken.`;
}

function whenText({ starts_at, ends_at, timezone }: StoredEvent): string {
  return `From ${describeInstant(starts_at, timezone)} to ${describeInstant(ends_at, timezone)}.`;
}

/**
 * Joins the paragraphs and replaces everything that could start a new line, because the library escapes only
 * line feeds.
 */
function clean(paragraphs: readonly string[]): string {
  const text = paragraphs.filter((each) => each !== '').join('\n\n');
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ');
}
