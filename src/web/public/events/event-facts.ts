import { EVENT_TYPE_NAMES } from '../../../decisions/decision/documents.ts';
import type { EventRecord } from '../../../ledger/events/schemas.ts';
import type { StoredEvent } from '../../../ledger/events/stored-event.ts';
import { renderPeriod, renderZoned } from '../../kit/dates.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';

/** What everybody may know of an event: when, where, what it is, how many fit, what it costs to hold a spot. */
export function renderEventFacts(event: StoredEvent, isOff = isClosedForGood(event)): Html {
  const { starts_at, ends_at, timezone, deposit_cents } = event;
  return html`<dl class="ledger">
<div><dt>When</dt><dd>${renderPeriod(starts_at, ends_at, timezone)}</dd></div>
<div><dt>Where</dt><dd>${event.venue_name}<br>${event.address}<br>${event.city}, ${event.county} County</dd></div>
<div><dt>Kind</dt><dd>${EVENT_TYPE_NAMES[event.event_type]}</dd></div>
<div><dt>Vendor spots</dt><dd>${isOff ? totalText(event) : spotsText(event)}</dd></div>
<div><dt>Deposit</dt><dd>${deposit_cents === null ? 'None' : dollars(deposit_cents)}</dd></div>
${
  isOff
    ? ''
    : html`<div><dt>Applications</dt><dd>${renderWindow(event)}</dd></div>
`
}${renderOrganizer(event)}
</dl>
${renderParagraphs(event.description)}`;
}

/** Cents as "$50" or "$50.50". */
export function dollars(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** How many spots there are, and how many are left. */
export function spotsText({ capacity, spots_left }: Pick<EventRecord, 'capacity' | 'spots_left'>): string {
  if (capacity === null) return 'Any number';
  return `${(spots_left ?? 0).toLocaleString('en-US')} of ${capacity.toLocaleString('en-US')} left`;
}

/** Nobody can apply to it any more, so what is left of its spots says nothing. */
function isClosedForGood({ status }: Pick<EventRecord, 'status'>): boolean {
  return status === 'Completed' || status === 'Cancelled';
}

function totalText({ capacity }: Pick<EventRecord, 'capacity'>): string {
  return capacity === null ? 'Any number' : capacity.toLocaleString('en-US');
}

/** Who answers for the event, in the organizer's own words. */
function renderOrganizer({ organizer_name, organizer_email }: StoredEvent): Html {
  const mail = html`<a href="mailto:${encodeURIComponent(organizer_email).replace('%40', '@')}">${organizer_email}</a>`;
  const name = organizer_name === '' ? html`Not named` : html`${organizer_name}`;
  return html`<div><dt>Organizer</dt><dd>${name}<br>${organizer_email === '' ? 'No contact given here' : mail}</dd></div>`;
}

function renderWindow(event: EventRecord): Html {
  const { applications_open_at: open, applications_close_at: close, timezone } = event;
  const from = open === null ? '' : html`From ${renderZoned(open, timezone)} `;
  const until = close === null ? 'the event starts' : renderZoned(close, timezone);
  return html`${from}${from === '' ? 'Until' : 'until'} ${until}`;
}

/** Text as it was typed: an empty line begins a paragraph, a line break stays one. */
function renderParagraphs(text: string): Html {
  if (text === '') return EMPTY_HTML;
  const paragraphs = text.split(/\n{2,}/).map((each) => {
    const lines = each.split('\n').map((line) => html`${line}`);
    return html`<p>${joinHtml(
      lines,
      html`<br>
`,
    )}</p>`;
  });
  return joinHtml(paragraphs, '\n');
}
