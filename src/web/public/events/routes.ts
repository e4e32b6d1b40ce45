import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { EVENT_TYPES_NAMED } from '../../../decisions/decide/messages.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Language } from '../../../lib/language/language.ts';
import { dollars } from '../../../lib/text/dollars.ts';
import type { EventRecord } from '../../../organizer/events/schemas.ts';
import type { EventService } from '../../../organizer/events/service.ts';
import { FOR_ANYONE, queryOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { isBeyond, type PageOf, rangeText, readPage, renderPlace, windowOf } from '../../kit/paging.ts';
import { renderPeriod, renderZoned } from '../../kit/render-dates.ts';
import { hidden, linkTo } from '../../kit/tags.ts';
import { EVENT_LIST } from './messages.ts';

const CITY_LENGTH_MAX = 80;
const EVENTS_A_PAGE = 25;
/** A list of at most this many events is read faster than it is filtered. */
const FILTER_FROM = 10;

interface PublicEventPagesOptions {
  readonly events: Pick<EventService, 'listTaking'>;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
}

/** The public list of events that are open for applications. */
export const publicEventPages: FastifyPluginAsync<PublicEventPagesOptions> = async (app, options) => {
  preparePages(app);
  const route = { schema: { hide: true }, config: TRANSLATED, onRequest: options.limit };
  app.get('/events', route, async (request, reply) => {
    const query = queryOf(request);
    const city = (query.get('city') ?? '').trim().slice(0, CITY_LENGTH_MAX);
    const place = { page: readPage(query), pageSize: EVENTS_A_PAGE };
    const [{ events, cities, total }, fictional] = await Promise.all([
      options.events.listTaking(city, windowOf(place)),
      options.isFictional(),
    ]);
    const list = { ...place, total };
    const shown = { events, cities, city, list, fictional, baseUrl: options.baseUrl };
    const page = renderEventList({ ...shown, language: languageOf(request) });
    return sendPage(reply, isBeyond(list) ? 404 : 200, page, FOR_ANYONE);
  });
};

/** Renders the events that are now open for applications, and the form for choosing a city. */
function renderEventList(options: {
  readonly events: readonly EventRecord[];
  /** Cities that have at least one such event. */
  readonly cities: readonly string[];
  /** The chosen city; empty for all cities. */
  readonly city: string;
  readonly list: PageOf;
  readonly fictional: boolean | undefined;
  readonly baseUrl: string;
  readonly language: Language;
}): Html {
  const { events, cities, city, fictional, list, language } = options;
  const t = EVENT_LIST[language];
  const isFilterShown = city !== '' || (cities.length > 1 && list.total > FILTER_FROM);
  const addressOf = (page: number) => addressOfPage(city, page);
  const canonical = `${options.baseUrl}/events`;
  const main = html`<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
${isFilterShown ? renderFilter(cities, city, language) : ''}
${list.total === 0 ? renderNone(city, language) : ''}
${events.length === 0 ? '' : html`<p class="small">${t.range({ range: rangeText(list, language) })}</p>`}
${
  events.length === 0
    ? ''
    : html`<ul class="closures events">${joinHtml(
        events.map((event) => renderEvent(event, language)),
        '\n',
      )}</ul>`
}
${renderPlace(list, addressOf, language)}
<p class="small"><a href="/events.ics">${t.calendar}</a></p>
<p class="small">${t.organizers({ link: linkTo('/organizer') })}</p>`;
  return renderPage({
    title: t.title,
    description: t.title,
    canonical,
    language,
    fictional,
    current: '/events',
    main,
  });
}

function addressOfPage(city: string, page: number): string {
  const query = new URLSearchParams();
  if (city !== '') query.set('city', city);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/events' : `/events?${query}`;
}

function renderFilter(cities: readonly string[], city: string, language: Language): Html {
  const t = EVENT_LIST[language];
  const choices = ['', ...cities].map((each) => {
    const selected = each.toLowerCase() === city.toLowerCase() ? ' selected' : '';
    return html`<option value="${each}"${selected}>${each === '' ? t.allCities : each}</option>`;
  });
  return html`<form class="no-print" action="/events" method="get">
<div class="field"><label for="city">${t.city}</label> <select id="city" name="city">${choices}</select></div>
<div class="actions"><button class="quiet" type="submit">${t.show}</button></div>
</form>`;
}

function renderNone(city: string, language: Language): Html {
  const t = EVENT_LIST[language];
  return city === '' ? html`<p>${t.none}</p>` : html`<p>${t.noneIn({ city, all: linkTo('/events') })}</p>`;
}

function renderEvent(event: EventRecord, language: Language): Html {
  const t = EVENT_LIST[language];
  const { id, name, timezone, applications_close_at: close, deposit_cents, capacity, spots_left } = event;
  const facts = [
    html`${EVENT_TYPES_NAMED[language][event.event_type]}`,
    capacity === null ? '' : html`${t.spotsLeft({ left: spots_left ?? 0, capacity })}`,
    deposit_cents === null ? '' : html`${t.deposit({ amount: dollars(deposit_cents) })}`,
    close === null ? '' : html`${t.applyBy({ moment: renderZoned(close, timezone, language) })}`,
  ];
  return html`<li><div><h2><a href="/events/${id}">${name}</a></h2>
<p>${renderPeriod(event.starts_at, event.ends_at, timezone, language)}<br>${event.venue_name}, ${event.city}</p>
<p class="small">${joinHtml(
    facts.filter((each) => each !== ''),
    ' · ',
  )}</p></div>
<p class="no-print"><a class="button quiet" href="/events/${id}#apply">${t.apply({ name, hidden })}</a></p></li>`;
}
