import { EVENT_TYPES_NAMED } from '../../../decisions/decide/messages.ts';
import type { Language } from '../../../lib/language/language.ts';
import { dollars } from '../../../lib/text/dollars.ts';
import type { EventRecord } from '../../../organizer/events/schemas.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { mapAddress } from '../../kit/map-address.ts';
import { renderPeriod, renderZoned } from '../../kit/render-dates.ts';
import { EVENT_FACTS } from './messages.ts';

/** Renders the public facts about an event: time, place, kind, spots and deposit. */
export function renderEventFacts(
  event: StoredEvent,
  language: Language = 'en',
  isOff = isClosedForGood(event),
): Html {
  const t = EVENT_FACTS[language];
  const { starts_at, ends_at, timezone, deposit_cents } = event;
  return html`<dl class="ledger">
<div><dt>${t.when}</dt><dd>${renderPeriod(starts_at, ends_at, timezone, language)}</dd></div>
<div><dt>${t.where}</dt><dd>${event.venue_name}<br>${event.address}<br>${t.place({ city: event.city, county: event.county })} · <a href="${mapAddress(`${event.address}, ${event.city}`)}" rel="noreferrer">${t.map}</a></dd></div>
<div><dt>${t.kind}</dt><dd>${EVENT_TYPES_NAMED[language][event.event_type]}</dd></div>
<div><dt>${t.spots}</dt><dd>${isOff ? totalText(event, language) : spotsText(event, language)}</dd></div>
<div><dt>${t.deposit}</dt><dd>${deposit_cents === null ? t.noDeposit : dollars(deposit_cents)}</dd></div>
${
  isOff
    ? ''
    : html`<div><dt>${t.applications}</dt><dd>${renderWindow(event, language)}</dd></div>
`
}${renderOrganizer(event, language)}
</dl>
${renderParagraphs(event.description)}`;
}

/** Returns a sentence with the number of spots and how many of them are left. */
export function spotsText(
  { capacity, spots_left }: Pick<EventRecord, 'capacity' | 'spots_left'>,
  language: Language = 'en',
): string {
  const t = EVENT_FACTS[language];
  return capacity === null ? t.anyNumber : t.left({ left: spots_left ?? 0, capacity });
}

/**
 * Returns true if the event can no longer receive applications, so that the number of spots left is
 * meaningless.
 */
function isClosedForGood({ status }: Pick<EventRecord, 'status'>): boolean {
  return status === 'Completed' || status === 'Cancelled';
}

function totalText({ capacity }: Pick<EventRecord, 'capacity'>, language: Language): string {
  return capacity === null ? EVENT_FACTS[language].anyNumber : capacity.toLocaleString('en-US');
}

/** Renders the name and email address that the event's organizer entered. */
function renderOrganizer({ organizer_name, organizer_email }: StoredEvent, language: Language): Html {
  const t = EVENT_FACTS[language];
  const mail = html`<a href="mailto:${encodeURIComponent(organizer_email).replace('%40', '@')}">${organizer_email}</a>`;
  const name = organizer_name === '' ? html`${t.notNamed}` : html`${organizer_name}`;
  return html`<div><dt>${t.organizer}</dt><dd>${name}${organizer_email === '' ? '' : html`<br>${mail}`}</dd></div>`;
}

function renderWindow(event: EventRecord, language: Language): Html {
  const t = EVENT_FACTS[language];
  const { applications_open_at: opens, applications_close_at: closes, timezone } = event;
  const [open, close] = [opens, closes].map((each) => each && renderZoned(each, timezone, language));
  if (!open) return html`${close ? t.until({ close }) : t.untilStart}`;
  return html`${close ? t.fromUntil({ open, close }) : t.fromUntilStart({ open })}`;
}

/** Renders text that a user entered. Empty lines start new paragraphs, and line breaks are preserved. */
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
