import { EVENT_TYPE_NAMES } from '../../../decisions/decision/documents.ts';
import type { EventRecord } from '../../../ledger/events/schemas.ts';
import { renderPeriod, renderZoned } from '../../kit/dates.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { type PageOf, rangeText, renderPlace } from '../../kit/paging.ts';
import { dollars, spotsText } from './event-facts.ts';

const TITLE = 'Events looking for food vendors';

/** Events that take applications now, and the form that picks a city. */
export function renderEventList(options: {
  readonly events: readonly EventRecord[];
  /** Cities that have such an event. */
  readonly cities: readonly string[];
  /** The city that was asked for; empty for all. */
  readonly city: string;
  readonly list: PageOf;
  readonly fictional: boolean | undefined;
  readonly baseUrl: string;
}): Html {
  const { events, cities, city, fictional, list } = options;
  const addressOf = (page: number) => addressOfPage(city, page);
  const canonical = `${options.baseUrl}/events`;
  const main = html`<h1>${TITLE}</h1>
<p class="lead">Food trucks, hot dog carts and caterers can apply to any of these now, without an account.</p>
<p class="small"><a href="/events.ics">All public events for your calendar program</a></p>
${cities.length === 0 ? '' : renderFilter(cities, city)}
${list.total === 0 ? renderNone(city) : ''}
${events.length === 0 ? '' : html`<p class="small">Events: ${rangeText(list)}</p>`}
${joinHtml(events.map(renderEvent), '\n')}
${renderPlace(list, addressOf)}
<p class="small">You run an event? <a href="/organizer">Publish it here.</a></p>`;
  return renderPage({ title: TITLE, description: TITLE, canonical, fictional, current: '/events', main });
}

function addressOfPage(city: string, page: number): string {
  const query = new URLSearchParams();
  if (city !== '') query.set('city', city);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/events' : `/events?${query}`;
}

function renderFilter(cities: readonly string[], city: string): Html {
  const choices = ['', ...cities].map((each) => {
    const selected = each.toLowerCase() === city.toLowerCase() ? ' selected' : '';
    return html`<option value="${each}"${selected}>${each === '' ? 'All cities' : each}</option>`;
  });
  return html`<form class="no-print" action="/events" method="get">
<div class="field"><label for="city">City</label> <select id="city" name="city">${choices}</select></div>
<div class="actions"><button class="quiet" type="submit">Show</button></div>
</form>`;
}

function renderNone(city: string): Html {
  if (city === '')
    return html`<p>No event is taking applications right now. Please look again in a few days.</p>`;
  return html`<p>No event in ${city} is taking applications right now. <a href="/events">See all cities</a></p>`;
}

function renderEvent(event: EventRecord): Html {
  const { id, name, timezone, applications_close_at: close, deposit_cents } = event;
  const facts = [
    html`${EVENT_TYPE_NAMES[event.event_type]}`,
    event.capacity === null ? '' : html`${spotsText(event)}`,
    deposit_cents === null ? '' : html`${dollars(deposit_cents)} deposit`,
    close === null ? '' : html`apply by ${renderZoned(close, timezone)}`,
  ];
  return html`<article class="part"><h2><a href="/events/${id}">${name}</a></h2>
<div><p>${renderPeriod(event.starts_at, event.ends_at, timezone)}<br>${event.venue_name}, ${event.city}</p>
<p class="small">${joinHtml(
    facts.filter((each) => each !== ''),
    ' · ',
  )}</p></div>
</article>`;
}
