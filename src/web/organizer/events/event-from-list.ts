import type { EventFields } from '../../../organizer/events/form/event-fields.ts';
import type { CheckedList } from '../../../organizer/lists/checked-list.ts';
import { type Html, html } from '../../kit/html.ts';

/**
 * An event created from a checked list: the facts that the list provides, and the note about the list in the
 * form.
 */

export interface ListOfEvent {
  readonly token: string;
  /** The number of vendors that will be added to the shortlist. */
  readonly count: number;
}

/**
 * Default times, because a date field cannot be filled in without a time. The form asks the organizer to
 * correct them.
 */
const STARTS = '10:00';
const ENDS = '18:00';

/** Returns the fields of a new event that a checked list determines. */
export function fieldsFromList({
  eventType,
  eventDate,
}: CheckedList): Pick<EventFields, 'event_type' | 'starts_at' | 'ends_at'> {
  return {
    event_type: eventType,
    starts_at: `${eventDate}T${STARTS}`,
    ends_at: `${eventDate}T${ENDS}`,
  };
}

export function renderListOfEvent({ token, count }: ListOfEvent): Html {
  return html`<p class="lead">Saving it also shortlists ${count === 1 ? 'the vendor' : `the ${count} vendors`} of <a href="${checkedListAddress(token)}">the checked list</a>. The kind of event and its day are the list’s. The hours are ours: put in your own, and the first day if there are several.</p>
<input type="hidden" name="list" value="${token}">`;
}

function checkedListAddress(token: string): string {
  return `/check/list/${encodeURIComponent(token)}`;
}

export function saveListAddress(token: string): string {
  return `/organizer/save-list?${new URLSearchParams({ list: token })}`;
}
